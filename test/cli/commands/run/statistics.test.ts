// `atoll run --stats`: text, CSV, SQLite and the report; the commands of docs/measuring.md.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test from 'ava';
import { withImplied } from '../../../../src/cli/command-line/options.js';
import { program } from '../../../../src/cli/program.js';
import { STATISTICS } from '../../../../src/statistics/statistics.js';
import { root } from '../../../../src/util/paths.js';
import { atoll, compile, kernelProgram, run, scratchFolder } from '../../atoll.js';

const KERNEL = 'kernel void k(global int* p) { int i = get_global_id(0); if (i < 40) p[i] = p[i] * 3 + 1; }';
const GUEST = kernelProgram(KERNEL, 128);

/** The lines of the text after its title, by the name that they begin with. */
const valuesIn = (text: unknown): Map<string, string> =>
  new Map([...String(text).matchAll(/^ {2}(\S+) +(\S+) {2}/gm)].map(([, name, value]) => [name!, value!]));

test('histograms are given bin by bin', async (t) => {
  const what = ['--stats=valuByLanes,ldsByConflicts', '--stats-by', 'kernel,instruction'];
  const { stderr } = await run([compile(t, GUEST)], what);
  t.regex(String(stderr), /^ {2}ldsByConflicts +0 {2}wave-instructions {2}probe$/m);
  t.regex(String(stderr), /^ {4}ldsByConflicts by cycles: none$/m);
  t.regex(String(stderr), /^ {4}valuByLanes by lanes: 40:\d+ 64:\d+$/m);
  t.regex(String(stderr), /^ {2}\+0x[0-9a-f]+ +v_\S.* 40:1$/m);
});

test('counts of compiled code: without statistics that need a probe', async (t) => {
  const { stdout, stderr } = await run([compile(t, GUEST)], ['--stats', '--engine', 'wasm']);
  t.regex(String(stdout), /wait 0/);
  t.regex(String(stderr), /^atoll: statistics of kernel k$/m);
  const values = valuesIn(stderr);
  t.is(values.get('wavefronts'), '2');
  t.is(values.get('instructions.lds'), '0');
  // A work-group of two wavefronts needs a barrier, of which a compute unit has 16.
  t.is(values.get('occupancy'), '8');
  t.false(values.has('linesPerAccess'));
});

test('CSV, SQLite, report and page have the same numbers; zero and not collected differ', async (t) => {
  const folder = scratchFolder(t);
  const [csv, sqlite, json, html] = ['s.csv', 's.sqlite', 's.json', 's.html'].map((name) => join(folder, name));
  writeFileSync(sqlite!, 'what was there before');
  const files = ['--stats-csv', csv!, '--stats-sqlite', sqlite!, '--report-json', json!, '--report', html!];
  const what = ['--stats=all', '--stats-by', 'kernel,launch,line,instruction', '--stats-every', '1'];
  // The interpreter compiles nothing: exits of compiled code are not collected.
  const { stderr } = await run([compile(t, GUEST)], [...what, ...files, '--engine', 'interp']);
  t.is(String(stderr), '');
  const report = JSON.parse(readFileSync(json!, 'utf8'));
  const { statistics, histograms, byLine, byInstruction } = report.kernels[0];
  t.like(statistics, { sampledWorkGroups: 1, vmemLanes: 80, ldsAccesses: 0, ldsCycles: 0, exits: null });
  const database = new DatabaseSync(sqlite!, { readOnly: true });
  t.teardown(() => database.close());
  const rows = database.prepare("SELECT name, value FROM numbers WHERE scope = 'kernel' AND bin IS NULL").all();
  t.deepEqual(Object.fromEntries(rows.map(({ name, value }) => [name, value])), statistics);
  t.is(database.prepare('SELECT count(*) AS n FROM statistics').get()!['n'], STATISTICS.length);
  const lines = readFileSync(csv!, 'utf8').trimEnd().split('\n');
  t.is(lines.length - 1, Number(database.prepare('SELECT count(*) AS n FROM numbers').get()!['n']));
  t.true(lines.includes('kernel,k,,,,,,ldsAccesses,0,wave-instructions,probe,'));
  t.true(lines.includes('launch,k,0,,,,,exits,,wave-instructions,engine,'));
  t.true(lines.some((line) => /^instruction,k,,0,\d+,"buffer_store_dword .*",,vmemLanes,40,lanes,probe,$/.test(line)));
  const ofLines = database.prepare("SELECT sum(value) AS n FROM numbers WHERE scope = 'line' AND name = ?");
  t.is(ofLines.get('instructions')!['n'], statistics.instructions);
  t.true(lines.some((line) => /^line,k,,,,,[^,]+:\d+,ldsAccesses,0,wave-instructions,probe,$/.test(line)));
  t.true(lines.some((line) => /"probe, 1 of 1 work-groups",$/.test(line)));

  // Of 128 work-items the second wavefront has none below 40, and skips their code.
  t.deepEqual(histograms.ldsByConflicts, {});
  t.true(histograms.valuByLanes[40] > 0 && histograms.valuByLanes[64] > 0);
  const bins = database.prepare("SELECT bin, value FROM numbers WHERE scope = 'kernel' AND bin IS NOT NULL").all();
  t.deepEqual(Object.fromEntries(bins.map(({ bin, value }) => [bin, value])), histograms.valuByLanes);
  t.deepEqual(report.launches[0].histograms, histograms);
  for (const [scope, parts] of Object.entries({ line: byLine, instruction: byInstruction })) {
    const all = (parts as { statistics: Record<string, number> }[]).map((part) => part.statistics['vmemLanes']!);
    t.is(
      all.reduce((sum, lanes) => sum + lanes, 0),
      80,
      scope,
    );
    const lanes = (parts as typeof byLine).map((part: typeof report) => part.histograms.valuByLanes[40] ?? 0);
    t.is(
      lanes.reduce((sum: number, times: number) => sum + times, 0),
      histograms.valuByLanes[40],
      scope,
    );
  }
  const page = readFileSync(html!, 'utf8');
  for (const scope of ['launch', 'line', 'instruction'])
    t.true(page.includes(`<summary>Statistics by ${scope}</summary>`));
  t.regex(page, /<tr><td>exits<\/td><td class="number">-<\/td>/);
  t.regex(page, /<tr><td>ldsAccesses<\/td><td class="number">0<\/td>/);
  t.regex(page, new RegExp(`<title>40 lanes: ${histograms.valuByLanes[40]}</title>`));
});

test('statistics options: contradictions are refused before the program starts', async (t) => {
  const refused = async (...flags: string[]): Promise<string> => {
    const { exitCode, stderr } = await run(['/bin/echo', 'started'], flags);
    t.is(exitCode, flags.includes('/nowhere/at/all') ? 125 : 64);
    return String(stderr);
  };
  t.regex(await refused('--stats=speed'), /no statistic 'speed'/);
  t.regex(await refused('--stats-csv', 'x'), /add --stats/);
  t.regex(await refused('--stats=values', '--stats-every', '1.5'), /not a whole number/);
  t.regex(await refused('--stats=all', '--engine', 'oracle'), /need the engine jit, wasm, native or interp/);
  t.regex(await refused('--stats=all', '--lockstep', 'interp,oracle'), /need the engine jit, wasm, native or interp/);
  t.regex(await refused('--stats', '--stats-sqlite', '/nowhere/at/all'), /cannot write the statistics/);
});

test('the word behind --stats is never its value', async (t) => {
  const commands = await program();
  const expanded = (command: string, ...words: string[]): string[] =>
    withImplied(['node', 'atoll', command, ...words], commands).slice(3);
  const of = (...words: string[]): string[] => expanded('run', ...words);
  t.deepEqual(expanded('check', '--kinds', 'race', '--stats', './p'), ['--kinds', 'race', '--stats=counts', './p']);
  t.deepEqual(expanded('record', '-o', 'f', '--stats', './p'), ['-o', 'f', '--stats=counts', './p']);
  t.deepEqual(of('--stats', 'program', '--stats'), ['--stats=counts', 'program', '--stats']);
  t.deepEqual(of('--stats', '--', '--stats'), ['--stats=counts', '--', '--stats']);
  t.deepEqual(of('--log', 'file', '--stats', 'x'), ['--log', 'file', '--stats=counts', 'x']);
  t.deepEqual(of('--stats=all', 'x'), ['--stats=all', 'x']);
});

test('the commands of docs/measuring.md have the output of the page', async (t) => {
  const text = readFileSync(join(root, 'docs/measuring.md'), 'utf8');
  const blocks = [...text.matchAll(/```\n\$ bin\/atoll (.*)\n([^`]*)```/g)];
  t.true(blocks.length >= 3);
  for (const [, command, expected] of blocks) {
    const { exitCode, stdout, stderr } = await atoll(command!.split(' '), { cwd: root });
    t.is(exitCode, 0, command);
    const lines = `${String(stdout)}\n${String(stderr)}`.split('\n');
    for (const line of expected!.split('\n')) t.true(line === '' || lines.includes(line), line);
    if (command!.includes('by instruction')) t.regex(String(stderr), /^ {2}\+0x\w+ +ds_read_b32 .* 4096 +2048$/m);
  }
});
