// Places in the source of instructions in LLVM IR text, by their debug information, for errors about a program.

import type { IrInstruction } from './instruction.js';
import { type IrTextModule, outerLines } from './module.js';

const ATTACHED = /, !dbg !(\d+)/;
const LOCATION = /^!DILocation\(line: (\d+), column: (\d+), scope: !(\d+)/;
const FILE = /\bfile: !(\d+)/;
const FILE_NAME = /\bfilename: "([^"]*)"/;

/** Text of a node of metadata, by its number. */
function nodeText(module: IrTextModule, node: string | undefined): string {
  const head = `!${node} = `;
  for (const line of outerLines(module)) if (line.startsWith(head)) return line.slice(head.length);
  return '';
}

/** `program.cl:3:5`; undefined without debug information. */
function placeOf(instruction: IrInstruction, module: IrTextModule): string | undefined {
  const [, line, column, scope] = LOCATION.exec(nodeText(module, ATTACHED.exec(instruction.attached)?.[1])) ?? [];
  const file = nodeText(module, FILE.exec(nodeText(module, scope))?.[1]);
  const name = FILE_NAME.exec(file)?.[1];
  return line === undefined || name === undefined ? undefined : `${name}:${line}:${column}`;
}

/** A program that a pass rejects. */
export class IrProgramError extends Error {
  /** Of the instruction; undefined without debug information. */
  readonly place: string | undefined;

  constructor(
    problem: string,
    readonly hint: string,
    instruction: IrInstruction,
    module: IrTextModule,
  ) {
    super(problem);
    this.place = placeOf(instruction, module);
  }
}
