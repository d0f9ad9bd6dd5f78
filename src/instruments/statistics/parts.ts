// The numbers of parts of kernels: source lines and instructions. They need the tables of the instruction set.

import type { LaunchReport } from '../../driver/core/processor/messages.js';
import { printInstruction } from '../../isa/print.js';
import type { KernelImage } from '../../launch/image.js';
import { launchesByImage } from '../../report/launches-by-image.js';
import { launchesByKernel } from '../../report/launches-by-kernel.js';
import { SourceLocator } from '../../source/locator.js';
import { codes, instructionOf, totalsOf } from '../../statistics/decoded-tallies.js';
import type { Statistic } from '../../statistics/statistic.js';
import type { InstructionCount, Tally } from '../../statistics/tally.js';
import { required, valueAt } from '../../util/required.js';
import { type Numbers, type Scope, type Subject, sampledOf, wholeSubjects } from './numbers.js';

/** Numbers of some instructions; null for statistics known only of launches. */
function partialNumbers(rows: readonly Statistic[], tally: Tally, instructions: readonly InstructionCount[]): Numbers {
  const part = { ...tally, invalid: 0, instructions };
  return {
    ...sampledOf(tally),
    values: rows.map(({ scope, fold }) => (scope === 'instruction' ? (fold(part) ?? null) : null)),
    bins: rows.map(({ bins }) => bins?.fold(part) ?? null),
  };
}

/** All lines with executed instructions, in source order; none for kernels built without lines. */
function linesOf(
  rows: readonly Statistic[],
  kernel: string,
  launches: readonly LaunchReport[],
  images: readonly KernelImage[],
): Subject[] {
  const named = images.filter(({ name }) => name === kernel);
  const subjects: Subject[] = [];
  for (const [image, own] of launchesByImage(named, launches)) {
    const where = new SourceLocator(image.debug);
    if (own.length === 0 || !where.isKnown) continue;
    const { tally } = totalsOf(own);
    const byLine = new Map<string, InstructionCount[]>();
    for (const one of tally.instructions) {
      const place = where.lineAt(one.offset);
      const line = place ? `${place.file}:${place.line}` : '';
      byLine.set(line, [...(byLine.get(line) ?? []), one]);
    }
    const collator = makeCollator();
    for (const [line, instructions] of [...byLine].sort(([one], [other]) => collator.compare(one, other))) {
      const place = where.lineAt(required(instructions[0], 'instruction').offset);
      const text = (place && where.text(place)?.trim()) ?? '';
      subjects.push({ scope: 'line', kernel, line, text, ...partialNumbers(rows, tally, instructions) });
    }
  }
  return subjects;
}

/** Created only to sort lines: it loads locale tables for 7 ms. */
const makeCollator = (): Intl.Collator => new Intl.Collator('en', { numeric: true });

/** All executed instructions. */
function instructionsOf(rows: readonly Statistic[], kernel: string, tally: Tally): Subject[] {
  return tally.instructions.map((one) => {
    const place = { code: one.code, offset: one.offset, instruction: printInstruction(instructionOf(one)) };
    return { scope: 'instruction', kernel, ...place, ...partialNumbers(rows, tally, [one]) };
  });
}

/** All subjects of some scopes, kernel by kernel. @param images of the built kernels, if lines are needed */
export function subjectsOf(
  launches: readonly LaunchReport[],
  rows: readonly Statistic[],
  scopes: readonly Scope[],
  images: readonly KernelImage[] = [],
): Subject[] {
  const numbers = new Map(launches.map((launch, number) => [launch, number]));
  return [...launchesByKernel(launches)].flatMap(([kernel, own]) => {
    const subjects = wholeSubjects(kernel, own, { rows, scopes, codes }, (launch) =>
      valueAt(numbers, launch, 'number of the launch'),
    );
    if (scopes.includes('line')) subjects.push(...linesOf(rows, kernel, own, images));
    if (scopes.includes('instruction')) subjects.push(...instructionsOf(rows, kernel, totalsOf(own).tally));
    return subjects;
  });
}
