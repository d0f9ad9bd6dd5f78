// The table of the suite as Markdown, and its place in a document.

import type { BoardSuiteRow } from './suite.js';

const [BEGIN, END] = ['<!-- table of the suite: begin -->', '<!-- table of the suite: end -->'];

const HEAD = `| program | on the board | kernel | launches | equal | largest ulp | relative |
|---|---|---|--:|--:|--:|--:|`;

const shown = (apart: number): string => (apart === 0 ? '0' : apart.toExponential(1));

function linesOf({ program, board, lockstep, kernels }: BoardSuiteRow): string[] {
  const verdict = board.verdict === 'PASS' ? lockstep : board;
  const passed = verdict.verdict === 'PASS' ? 'passes' : `${verdict.verdict}: ${verdict.reason.replaceAll('|', '/')}`;
  if (kernels.length === 0) return [`| ${program} | ${passed} | | | | | |`];
  return kernels.map(({ kernel, launches, equal, ulp, apart }, n) => {
    const [name, verdictCell] = n === 0 ? [program, passed] : ['', ''];
    return `| ${name} | ${verdictCell} | ${kernel} | ${launches} | ${equal} | ${ulp} | ${shown(apart)} |`;
  });
}

export function suiteTable(rows: readonly BoardSuiteRow[]): string {
  const notes = rows.flatMap(({ program, differences, problems }) =>
    [...differences.slice(0, 1), ...problems].map((text) => `- ${program}: ${text}`),
  );
  return [HEAD, ...rows.flatMap(linesOf), ...(notes.length > 0 ? ['', ...notes] : [])].join('\n');
}

/** @throws Error for a document that has no place for it */
export function withTable(document: string, text: string): string {
  const [begin, end] = [document.indexOf(BEGIN), document.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`the document has no lines '${BEGIN}' and '${END}'`);
  return `${document.slice(0, begin + BEGIN.length)}\n\n${text}\n\n${document.slice(end)}`;
}
