// Kernels of a module of LLVM IR text: names, parameters and metadata.

import { type FunctionHead, isKernel, readHead } from './function-head.js';
import { plainName, unescapeIr } from './lexical.js';
import { type MetadataNodes, nodeOperands } from './metadata.js';
import type { IrTextModule } from './module.js';
import { namedTypes } from './typed-values.js';
import { type IrType, TypeParser } from './types.js';

export interface IrKernel {
  readonly name: string;
  /** Types as passed: for `byref` the type behind the pointer. */
  readonly parameters: readonly IrType[];
  /** Attached metadata: node name, like kernel_arg_type, to the operands' texts. */
  readonly metadata: ReadonlyMap<string, readonly string[]>;
}

export interface IrModule {
  readonly types: ReadonlyMap<string, IrType>;
  readonly kernels: readonly IrKernel[];
}

const ATTACHMENT = /!([\w.]+) !(\d+)/g;

function parseParameter(text: string): IrType {
  const parser = new TypeParser(text);
  const type = parser.parse();
  const byref = /\bbyref\(/.exec(text);
  return byref ? new TypeParser(text, byref.index + byref[0].length).parse() : type;
}

function kernelOf({ name, parameters, tail }: FunctionHead, nodes: MetadataNodes): IrKernel {
  const attachments = [...tail.matchAll(ATTACHMENT)];
  return {
    name: plainName(name),
    parameters: parameters.map(parseParameter),
    metadata: new Map(attachments.map(([, kind = '', node]) => [kind, nodeOperands(nodes, node)] as const)),
  };
}

/** The text of a metadata string operand: !"..." */
export function metadataString(operand: string | undefined): string {
  const [, text = ''] = /^!"(.*)"$/.exec(operand ?? '') ?? [];
  return unescapeIr(text);
}

/** The number of a metadata integer operand: i32 n */
export function metadataInteger(operand: string | undefined): number {
  const match = /^i\d+ (-?\d+)$/.exec(operand ?? '');
  return match ? Number(match[1]) : 0;
}

/** The first lines of a module's kernels. */
export const kernelHeads = (module: IrTextModule): FunctionHead[] =>
  module.parts.flatMap((part) => {
    const head = part.kind === 'function' ? readHead(part.define) : undefined;
    return head && isKernel(head) ? [head] : [];
  });

/** @throws AtollError INTERNAL for text not written by clang */
export const readKernels = (module: IrTextModule, nodes: MetadataNodes): IrModule => ({
  types: namedTypes(module),
  kernels: kernelHeads(module).map((head) => kernelOf(head, nodes)),
});
