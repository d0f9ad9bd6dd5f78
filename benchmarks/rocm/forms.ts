// The same kernels through HIP and through OpenCL: `node dist/benchmarks/rocm/forms.js [options]`. Needs hipcc;
// compares the costs of a turn of each program's measured part, by runs with many turns less runs with one, so that the
// start of either runtime and the compilation of kernels do not count. Least values of rounds, in which all runs of a
// program follow one another. Three things make the difference, and each has its ratio: the kernels' code (instr.),
// work of Atoll for kernels and launches (Atoll), and work of the program and its runtime, natively (native):
// HIP's spins on a signal before it sleeps.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../src/util/paths.js';
import { countOf, type OptionValues, runCommand } from '../command.js';
import { Meter } from '../instruments/meter.js';
import { buildHipForm, buildOpenclForm, type FormProgram, PROGRAMS } from './form-programs.js';

const USAGE = `usage: forms.js [options]
  --programs A,B   only these programs (default: all)
  --rounds N       runs of each, of which the least counts (default 5)
  --device NAME    fiji, vega10 or vega20 (default vega10)
  --help`;
const ATOLL = join(root, 'bin/atoll');
/** Chips that both support: by `--device`. */
const CHIPS: Readonly<Record<string, string>> = { fiji: 'gfx803', vega10: 'gfx900', vega20: 'gfx906' };
const LIMIT_SECONDS = 300;
/** Largest ratio of the times of HIP and OpenCL. */
const MAX_RATIO = 1.15;

interface Cost {
  /** Of a turn: seconds of processor time, of wall time, and those in kernels by the program's own account. */
  readonly processor: number;
  readonly wall: number;
  readonly kernels: number;
  /** Of the processor time that of the program itself, with its runtime; the rest is Atoll's. */
  readonly native: number;
  readonly launches: number;
  /** Seconds of processor time of the run with many turns. */
  readonly whole: number;
}

/** Quantities whose ratio of HIP to OpenCL is printed and counted. */
const RATIOS: readonly { readonly name: string; readonly pick: (cost: Cost) => number }[] = [
  { name: 'processor time', pick: ({ processor }) => processor },
  { name: 'processor time of Atoll, without what is native', pick: ({ processor, native }) => processor - native },
  { name: 'time in kernels', pick: ({ kernels }) => kernels },
];

/** After the name OpenCL's and HIP's; instructions are millions of wave-instructions of the program's kernels. */
const HEADS: readonly string[] = [
  ...['program', 'OpenCL', 'HIP', 'ratio', 'native', 'native', 'Atoll', 'kernels', 'kernels', 'ratio', 'launches'],
  ...['M instr.', 'M instr.', 'ratio', 'wall', 'whole run'],
];

const minimumOf = (costs: readonly Cost[], pick: (cost: Cost) => number): number => Math.min(...costs.map(pick));

/**
 * Seconds that the program reports for its kernels, the runs of its measured part, and itself; and how often it
 * launched.
 */
function account(stdout: string): Readonly<Record<'kernels' | 'run' | 'own' | 'launches', number>> {
  const number = (what: string): number => Number(new RegExp(`^${what} time: (\\S+) s`, 'm').exec(stdout)?.[1]);
  const launches = Number(/ (\d+) launches$/m.exec(stdout)?.[1]);
  return { kernels: number('kernel'), run: number('run'), own: number('own'), launches };
}

class Form {
  readonly costs: Cost[] = [];

  constructor(
    private readonly meter: Meter,
    private readonly device: string,
    private readonly program: FormProgram,
    private readonly executable: string,
  ) {}

  private async run(
    options: readonly string[],
    words: readonly string[],
  ): Promise<{ seconds: number; stdout: string }> {
    const command = [ATOLL, 'run', '--device', this.device, ...options, '--', this.executable, ...this.program.args];
    const measurement = await this.meter.run([...command, '--quiet', ...words]);
    if (!measurement) throw new Error(`${this.executable}: not over after ${LIMIT_SECONDS} s`);
    return measurement;
  }

  /** So that every kernel of it is translated. */
  async warm(): Promise<void> {
    await this.run([], ['--iterations', String(this.program.turns)]);
  }

  /** Sees that results are right. @returns wave-instructions of the program's kernels in a turn */
  async verify(): Promise<number> {
    const report = join(this.meter.folder, 'report.json');
    const { stdout } = await this.run(['--report-json', report], ['--verify']);
    if (!/^Passed!$/m.test(stdout)) throw new Error(`${this.executable}: wrong result`);
    const { kernels } = JSON.parse(readFileSync(report, 'utf8')) as {
      kernels: { kernel: string; statistics: { instructions: number } }[];
    };
    const text = readFileSync(`${root}/benchmarks/${this.program.name}/${this.program.name}_Kernels.cl`, 'utf8');
    // Not those of HIP's runtime, which copies by kernels here.
    const own = kernels.filter(({ kernel }) => new RegExp(`\\b${kernel}\\(`).test(text));
    return own.reduce((sum, { statistics }) => sum + statistics.instructions, 0);
  }

  async measure(): Promise<void> {
    const { turns } = this.program;
    const one = await this.run([], ['--timing', '--iterations', '1']);
    const many = await this.run([], ['--timing', '--iterations', String(turns)]);
    const [first, all] = [account(one.stdout), account(many.stdout)];
    const rest = turns - 1;
    this.costs.push({
      processor: (many.seconds - one.seconds) / rest,
      wall: (all.run - first.run) / rest,
      kernels: (all.kernels - first.kernels) / rest,
      native: (all.own - first.own) / rest,
      launches: (all.launches - first.launches) / rest,
      whole: many.seconds,
    });
  }
}

const OPTIONS = {
  rounds: { type: 'string', default: '5' },
  device: { type: 'string', default: 'vega10' },
  programs: { type: 'string', default: '' },
} as const;

async function compare({ rounds: text, device, programs }: OptionValues<typeof OPTIONS>): Promise<void> {
  const rounds = countOf('rounds', text);
  const chip = CHIPS[device];
  if (chip === undefined) throw new Error(`--device takes one of ${Object.keys(CHIPS).join(', ')}`);
  const names = programs === '' ? PROGRAMS.map(({ name }) => name) : programs.split(',');
  const chosen = names.map((name) => {
    const program = PROGRAMS.find((one) => one.name === name);
    if (!program) throw new Error(`--programs takes some of ${PROGRAMS.map((one) => one.name).join(',')}`);
    return program;
  });
  const meter = new Meter(LIMIT_SECONDS);
  /** Nothing else is in it: all of its kernels become machine code. */
  process.env['ATOLL_CACHE_DIR'] = join(meter.folder, 'cache');
  const within = RATIOS.map(() => 0);
  const show = (words: readonly string[]): void =>
    console.log(words.map((word, n) => (n ? word.padStart(10) : word.padEnd(21))).join(''));
  try {
    console.log(
      `Milliseconds of a turn on ${device}: processor time, what of it is native, and time in kernels; HIP over OpenCL (wanted: <= ${MAX_RATIO})`,
    );
    show(HEADS);
    for (const program of chosen) {
      const forms = [
        new Form(meter, device, program, buildOpenclForm(program, join(meter.folder, 'opencl'))),
        new Form(meter, device, program, buildHipForm(program, chip, join(meter.folder, 'hip'))),
      ];
      const instructions: number[] = [];
      for (const form of forms) instructions.push(await form.verify());
      for (const form of forms) await form.warm();
      // In the background that would take as long as the machine has other things to do.
      await meter.run([ATOLL, 'cache', '--compile']);
      for (let round = 0; round < rounds; round++) for (const form of forms) await form.measure();
      const [opencl, hip] = forms.map(({ costs }) => costs);
      const ratio = (pick: (cost: Cost) => number): number => minimumOf(hip!, pick) / minimumOf(opencl!, pick);
      const both = (pick: (cost: Cost) => number): string[] =>
        [minimumOf(opencl!, pick), minimumOf(hip!, pick)].map((seconds) => (1000 * seconds).toFixed(2));
      const ratios = RATIOS.map(({ pick }) => ratio(pick));
      for (const [n, one] of ratios.entries()) if (one <= MAX_RATIO) within[n]!++;
      const [processor, atoll, kernels] = ratios.map((one) => one.toFixed(2)) as [string, string, string];
      const [{ launches }] = hip as [Cost];
      show([
        program.name,
        ...both((cost) => cost.processor),
        processor,
        ...both((cost) => cost.native),
        atoll,
        ...both((cost) => cost.kernels),
        kernels,
        launches.toFixed(0),
        ...instructions.map((count) => (count / 1e6).toFixed(3)),
        (instructions[1]! / instructions[0]!).toFixed(2),
        ratio((cost) => cost.wall).toFixed(2),
        ratio((cost) => cost.whole).toFixed(2),
      ]);
    }
    for (const [n, { name }] of RATIOS.entries())
      console.log(`${within[n]} of ${chosen.length} programs within ${MAX_RATIO} of OpenCL by ${name}`);
  } finally {
    meter.close();
  }
}

await runCommand({ usage: USAGE, options: OPTIONS, run: compare });
