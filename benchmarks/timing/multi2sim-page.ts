// docs/timing-multi2sim.md: Multi2Sim's own detailed simulation beside the model's, of the same programs on the same
// board.

import type { Multi2SimData } from './multi2sim-data.js';
import type { VerifiedProgram } from './multi2sim-programs.js';
import { grouped, HEAD, meanFactor, rowOf } from './multi2sim-report.js';

export interface BothTimes {
  readonly name: string;
  readonly theirs: VerifiedProgram;
  readonly ours: VerifiedProgram;
}

const wrong = (rows: readonly BothTimes[], of: 'theirs' | 'ours'): string => {
  const names = rows.filter((row) => !row[of].passed).map(({ name }) => `\`${name}\``);
  return names.length === 0 ? 'all right' : `right but for ${names.join(', ')}`;
};

export function pageText(
  { simulator, configuration, programs, measured }: Multi2SimData,
  rows: readonly BothTimes[],
): string {
  const instructions = rows.reduce((sum, { ours }) => sum + ours.instructions, 0);
  const differ = rows
    .filter(({ theirs, ours }) => theirs.instructions !== ours.instructions)
    .map(({ name }) => `\`${name}\``);
  const far = rows
    .filter(({ theirs, ours }) => Math.abs(ours.cycles / theirs.cycles - 1) > 0.25)
    .map(({ name }) => `\`${name}\``);
  return [
    '# Timing model: comparison with Multi2Sim\n',
    '<!-- Written by `node dist/benchmarks/timing/multi2sim.js --programs FOLDER --write`: edit benchmarks/timing, not this file. -->\n',
    `Cycles of whole programs, all their launches together, as Multi2Sim’s detailed simulation has them and as Atoll has them on \`multi2sim-7970\`, which is`,
    'made of the same files ([timing.md](timing.md#chips)). Both executed the same binaries with AMD’s own kernels.\n',
    '| what | |',
    '|---|---|',
    `| simulator | ${simulator} |`,
    `| its files | ${configuration} |`,
    `| programs | ${programs} |`,
    `| measured | ${measured} |\n`,
    HEAD,
    ...rows.map(rowOf),
    '',
    `They differ by a factor of ${meanFactor(rows).toFixed(2)} on average (geometric mean), over ${grouped(instructions)} wave-instructions.`,
    far.length === 0 ? '' : `More than a quarter apart: ${far.join(', ')}.`,
    `Programs compare their results with their own reference: under Multi2Sim ${wrong(rows, 'theirs')}, under Atoll ${wrong(rows, 'ours')}.`,
    differ.length === 0
      ? ''
      : `Where two counts stand both have not executed the same (Multi2Sim’s first): ${differ.join(', ')}.`,
    '\nThree things of Multi2Sim’s model [cannot be said in parameters](timing.md#chips). They count most in programs whose time is chains of barriers and of LDS,',
    'shared by few wavefronts; that this is the whole reason was not tested.\n',
    'Multi2Sim’s figures stand in `benchmarks/timing/multi2sim.json`. `--simulate M2S --samples FOLDER` has Multi2Sim simulate all of it again, and keeps',
    'what it says.',
    '',
  ]
    .filter((line, n, all) => line !== '' || n === all.length - 1 || all[n - 1] !== '')
    .join('\n');
}
