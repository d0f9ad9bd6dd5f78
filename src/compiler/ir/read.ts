// Reads the text of an LLVM IR module, as clang writes it: one definition, instruction or label a line.

import { IrInstruction } from './instruction.js';
import type { IrBodyPart, IrFunction, IrLines, IrTextModule } from './module.js';

const LABEL = /^([-$.\w]+|"[^"]*"):/;
const INSTRUCTION = /^ {2}[^\s#;]/;
const CASES_END = /^ {2}\]/;

/** The index after the last line of an instruction: a list of cases extends to its bracket. */
function instructionEnd(lines: readonly string[], start: number): number {
  if (lines[start]?.endsWith('[') !== true) return start + 1;
  let end = start + 1;
  while (end < lines.length && !CASES_END.test(lines[end] ?? '')) end++;
  return Math.min(end + 1, lines.length);
}

/** Reads the lines between `define` and `}`, or lines that replace an instruction. */
export function readBody(lines: readonly string[]): IrBodyPart[] {
  const body: IrBodyPart[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? '';
    const label = LABEL.exec(line)?.[1];
    const end = label === undefined && INSTRUCTION.test(line) ? instructionEnd(lines, at) : at + 1;
    const own = lines.slice(at, end);
    if (label !== undefined) body.push({ kind: 'label', name: `%${label}`, lines: own });
    else if (INSTRUCTION.test(line))
      body.push({ kind: 'instruction', lines: own, instruction: new IrInstruction(own) });
    else body.push({ kind: 'lines', lines: own });
    at = end;
  }
  return body;
}

/** @param lines from `define` to `}` */
export const readFunction = (lines: readonly string[]): IrFunction => ({
  kind: 'function',
  define: lines[0] ?? '',
  body: readBody(lines.slice(1, -1)),
});

export function readModule(text: string): IrTextModule {
  const lines = text.split('\n');
  const parts: (IrFunction | IrLines)[] = [];
  let start = 0;
  const addLines = (end: number): void => {
    if (end > start) parts.push({ kind: 'lines', lines: lines.slice(start, end) });
  };
  for (let at = 0; at < lines.length; at++) {
    if (lines[at]?.startsWith('define ') !== true) continue;
    const end = lines.indexOf('}', at);
    if (end < 0) break;
    addLines(at);
    parts.push(readFunction(lines.slice(at, end + 1)));
    start = end + 1;
    at = end;
  }
  addLines(lines.length);
  return { parts };
}
