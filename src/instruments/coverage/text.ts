// Coverage as text: the ratio of each source and of each kernel.

import type { Coverage, CoveredKernel } from './coverage.js';
import { part, sourcesOf } from './lines.js';

export const hasLines = (instructions: CoveredKernel['instructions']): boolean =>
  instructions.some(({ frames }) => frames.length > 0);

export function coverageText(coverage: Coverage): string {
  const ratio = ({ hit, total }: ReturnType<typeof part>): string => `${hit} of ${total}`;
  const lines = sourcesOf(coverage).map(
    ({ name, lines }) => `${name}: ${ratio(part([...lines.values()].map(({ times }) => times)))} lines`,
  );
  const kernels = coverage.kernels.map(({ kernel, launches, instructions }) => {
    const executed = ratio(part(instructions.map(({ times }) => times)));
    const lines = hasLines(instructions) ? '' : ', without source lines';
    return `kernel ${kernel}: ${executed} instructions in ${launches} launches${lines}`;
  });
  return [...lines, ...kernels].join('\n') || 'no kernel was built';
}
