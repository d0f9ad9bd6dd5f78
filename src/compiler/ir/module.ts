// A module of LLVM IR text as a value: functions with blocks and instructions. The rest (globals, attributes, metadata,
// comments) is kept as lines. Unchanged parts are written back byte for byte.

import type { IrInstruction } from './instruction.js';

/** Lines without an instruction: blank ones, comments, debug records. */
export interface IrLines {
  readonly kind: 'lines';
  readonly lines: readonly string[];
}

export interface IrLabel {
  readonly kind: 'label';
  /** Including `%`. */
  readonly name: string;
  readonly lines: readonly string[];
}

export interface IrStatement {
  readonly kind: 'instruction';
  readonly lines: readonly string[];
  readonly instruction: IrInstruction;
}

export type IrBodyPart = IrLines | IrLabel | IrStatement;

export interface IrFunction {
  readonly kind: 'function';
  /** The line that begins with `define`. */
  readonly define: string;
  readonly body: readonly IrBodyPart[];
}

export interface IrTextModule {
  readonly parts: readonly (IrFunction | IrLines)[];
}

export const functionLines = ({ define, body }: IrFunction): string[] => [
  define,
  ...body.flatMap(({ lines }) => lines),
  '}',
];

export function* instructionsOf({ body }: IrFunction): Generator<IrInstruction> {
  for (const part of body) if (part.kind === 'instruction') yield part.instruction;
}

/** The module with replaced functions; the same object if all are unchanged. */
export function mapFunctions(module: IrTextModule, change: (one: IrFunction) => IrFunction): IrTextModule {
  const parts = module.parts.map((part) => (part.kind === 'function' ? change(part) : part));
  return parts.some((part, n) => part !== module.parts[n]) ? { parts } : module;
}

/** The module with replaced lines outside of functions; `undefined` removes a line. */
export function mapOuterLines(module: IrTextModule, change: (line: string) => string | undefined): IrTextModule {
  let isChanged = false;
  const parts = module.parts.map((part): IrFunction | IrLines => {
    if (part.kind === 'function') return part;
    const lines = part.lines.map(change);
    if (lines.every((line, n) => line === part.lines[n])) return part;
    isChanged = true;
    return { kind: 'lines', lines: lines.filter((line) => line !== undefined) };
  });
  return isChanged ? { parts } : module;
}

/** Lines outside of functions. */
export function* outerLines({ parts }: IrTextModule): Generator<string> {
  for (const part of parts) if (part.kind === 'lines') yield* part.lines;
}

/** The module with further lines at its end. */
export const withLines = ({ parts }: IrTextModule, lines: readonly string[]): IrTextModule => ({
  parts: [...parts, { kind: 'lines', lines }],
});
