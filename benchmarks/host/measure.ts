// Measures the costs of the host, beside native and beside tracing every call (strace). Prints JSON. Options: `--help`.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, release, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    quick: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (options.help) {
  console.log('usage: measure.js [options]\n  --rounds N  repetitions (default 5)\n  --quick     a tenth of the work');
  process.exit();
}
const rounds = Number(options.rounds);
const scale = options.quick ? 0.1 : 1;
const here = dirname(fileURLToPath(import.meta.url));
const source = join(here, '..', '..', '..', 'benchmarks', 'host', 'probe.c');
const folder = mkdtempSync(join(tmpdir(), 'atoll-measure-'));
const probe = join(folder, 'probe');

const asGuest = (backend: string) => [process.execPath, join(here, 'host.js'), backend];
const ways: Record<string, string[]> = {
  native: [],
  trace: asGuest('trace'),
  notify: asGuest('notify'),
};
const hasStrace = spawnSync('strace', ['-V']).status === 0;
if (hasStrace) ways['strace'] = ['strace', '-f', '-qq', '-o', '/dev/null'];

function run(command: readonly string[]): string {
  const result = spawnSync(command[0]!, command.slice(1), { encoding: 'utf8', cwd: folder });
  if (result.status !== 0) throw new Error(`${command.join(' ')}: ${result.stderr}`);
  return result.stdout;
}

/** User and system seconds of a command and everything it waited for (getrusage, in microseconds). */
function cpuSeconds(command: readonly string[]): number {
  const text =
    'import resource,subprocess,sys\nsubprocess.run(sys.argv[1:],stdout=subprocess.DEVNULL,check=True)\nu=resource.getrusage(resource.RUSAGE_CHILDREN)\nprint(u.ru_utime+u.ru_stime)';
  return Number(run(['python3', '-c', text, ...command]));
}

const sorted = (values: readonly number[]) => [...values].sort((a, b) => a - b);
const summary = (values: readonly number[]) => {
  const ordered = sorted(values);
  return { least: ordered[0]!, median: ordered[Math.floor(ordered.length / 2)]! };
};

/** Interleaved repetitions, so that a noisy moment hits every way alike. */
function compare(names: readonly string[], measure: (way: string[], name: string) => number) {
  const values = new Map<string, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const name of names) values.get(name)!.push(measure(ways[name]!, name));
  }
  return Object.fromEntries([...values].map(([name, list]) => [name, summary(list)]));
}

type Summaries = Record<string, { least: number; median: number }>;
const ratios = (result: Summaries) =>
  Object.fromEntries(
    Object.entries(result).map(([name, { least }]) => [name, Number((least / result['native']!.least).toFixed(3))]),
  );

/** Every call under strace costs as much as a hundred without: fewer of them suffice. */
const straceShare = 0.02;

function probeTimes(what: string, count: number, names: readonly string[]): Summaries {
  return compare(names, (way, name) => {
    const share = name === 'strace' && what !== 'compute' ? straceShare : 1;
    return Number(run([...way, probe, what, String(Math.round(count * scale * share))]));
  });
}

/** 60 files for the compiler, under make with two jobs. */
function writeCompilerTree(): string[] {
  const objects = Array.from({ length: 60 }, (_, index) => {
    writeFileSync(
      join(folder, `f${index}.c`),
      `#include <stdio.h>\n#include <stdlib.h>\nint f${index}(int x) { return printf("%d", x + ${index}); }\n`,
    );
    return `f${index}.o`;
  });
  writeFileSync(join(folder, 'Makefile'), `all: ${objects.join(' ')}\n%.o: %.c\n\tgcc -O2 -c $< -o $@\n`);
  return ['sh', '-c', 'rm -f *.o; make -s -j2'];
}

function measureAll(): Record<string, unknown> {
  run(['gcc', '-O2', '-o', probe, source]);
  const all = Object.keys(ways);
  const compute = probeTimes('compute', 300e6, all);
  const untraced = probeTimes('getpid', 2e6, all);
  const stat = probeTimes('stat', 5e5, all);
  const open = probeTimes('open', 3e5, all);
  const kernelIoctl = probeTimes('pending', 1e5, all);
  const tree = writeCompilerTree();
  const start = compare(all, (way) => cpuSeconds([...way, 'true']));
  const make = compare(all, (way) => cpuSeconds([...way, ...tree]));
  return {
    machine: { processors: availableParallelism(), kernel: release(), node: process.version, load: loadavg()[0] },
    computeLoop: { unit: 'ns a round', ...compute, ratio: ratios(compute) },
    untracedCall: { unit: 'ns a call', ...untraced, ratio: ratios(untraced) },
    stat: { unit: 'ns a call', ...stat, ratio: ratios(stat) },
    openAndClose: { unit: 'ns a pair', ...open, ratio: ratios(open) },
    startAndEnd: { unit: 'CPU seconds', ...start },
    compilerTree: {
      unit: 'CPU seconds, start included',
      ...make,
      ratio: ratios(make),
      ratioWithoutStart: withoutStart(make, start),
    },
    ioctlOfTheKernel: { unit: 'ns, median of a run', ...kernelIoctl, ratio: ratios(kernelIoctl) },
    ioctlInTypeScript: { unit: 'ns, median of a run', ...probeTimes('ioctl', 5e3, ['trace', 'notify']) },
    ringToSleepingServer: { unit: 'ns, median of a run', ...probeTimes('ring', 3e3, ['trace', 'notify']) },
    sharedMemoryCopy: {
      unit: 'MiB/s',
      ...probeTimes('copy', 4096, ['trace', 'notify']),
      native: probeTimes('memcpy', 4096, ['native'])['native'],
    },
  };
}

function withoutStart(make: Summaries, start: Summaries) {
  const native = make['native']!.least;
  return Object.fromEntries(
    Object.keys(start).map((name) => {
      const extra = start[name]!.least - start['native']!.least;
      return [name, Number(((make[name]!.least - extra) / native).toFixed(3))];
    }),
  );
}

try {
  process.stdout.write(`${JSON.stringify(measureAll(), null, 2)}\n`);
} finally {
  rmSync(folder, { recursive: true });
}
