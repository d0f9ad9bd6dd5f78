// Coverage in the reports of a run: lines and instructions of each kernel.

import type { LaunchReport } from '../../driver/core/processor/messages.js';
import type { KernelImage } from '../../launch/image.js';
import { sortableTable } from '../../report/sortable-table.js';
import type { InstrumentReports } from '../reports.js';
import { coverageOf } from './coverage.js';
import { part, sourcesOf } from './lines.js';

interface CoveredPart {
  readonly covered: number;
  readonly total: number;
}

/** A kernel; without source lines its total of lines is 0. */
interface KernelCoverage {
  readonly kernel: string;
  readonly isa: string;
  readonly launches: number;
  readonly lines: CoveredPart;
  readonly instructions: CoveredPart;
}

function partOf(times: Iterable<number>): CoveredPart {
  const { hit: covered, total } = part(times);
  return { covered, total };
}

const text = ({ covered, total }: CoveredPart): string => `${covered} of ${total}`;

export function kernelCoverage(
  images: readonly KernelImage[],
  launches: readonly LaunchReport[],
): readonly KernelCoverage[] {
  const coverage = coverageOf(images, launches);
  return coverage.kernels.map((own) => {
    const lines = sourcesOf({ ...coverage, kernels: [own] }).flatMap((source) => [...source.lines.values()]);
    return {
      kernel: own.kernel,
      isa: own.isa,
      launches: own.launches,
      lines: partOf(lines.map(({ times }) => times)),
      instructions: partOf(own.instructions.map(({ times }) => times)),
    };
  });
}

const tableOf = (kernels: readonly KernelCoverage[]): string =>
  sortableTable<KernelCoverage>(
    [
      ['kernel', ({ kernel }) => kernel],
      ['instruction set', ({ isa }) => isa],
      ['launches', ({ launches }) => String(launches), ({ launches }) => launches],
      ['lines covered', ({ lines }) => text(lines), ({ lines }) => lines.covered],
      ['instructions covered', ({ instructions }) => text(instructions), ({ instructions }) => instructions.covered],
    ],
    kernels,
  );

export const coverageReports: InstrumentReports = {
  summary: ({ images, launches }) =>
    kernelCoverage(images, launches)
      .map(
        ({ kernel, lines, instructions }) =>
          `  coverage of ${kernel}: ${text(lines)} lines, ${text(instructions)} instructions`,
      )
      .join('\n'),
  // It takes longer than the rest: only the last report has it.
  json: ({ images, launches, isFinal }) => (isFinal ? { kernels: kernelCoverage(images, launches) } : undefined),
  page: ({ images, launches }) => ({
    sections: [{ title: 'Coverage', html: tableOf(kernelCoverage(images, launches)) }],
  }),
};
