// Places in the source of instructions in LLVM IR text, by their debug information, for errors about a program.

import type { IrInstruction } from './instruction.js';
import { debugNode, type MetadataNodes, metadataNodes, nodeFields } from './metadata.js';
import type { IrTextModule } from './module.js';

/** Kinds of nodes that a location may be in. */
const SCOPES: readonly string[] = ['DISubprogram', 'DILexicalBlock', 'DILexicalBlockFile'];

/** `program.cl:3:5`; undefined without debug information. */
export function placeOf(instruction: IrInstruction, nodes: MetadataNodes): string | undefined {
  const location = nodeFields(nodes, debugNode(instruction.attached), 'DILocation');
  const scopes = SCOPES.map((kind) => nodeFields(nodes, location.get('scope'), kind));
  const file = scopes.map((scope) => scope.get('file')).find((node) => node !== undefined);
  const name = nodeFields(nodes, file, 'DIFile').get('filename');
  if (name === undefined) return undefined;
  const line = `${name}:${location.get('line')}`;
  const column = location.get('column');
  return column === undefined ? line : `${line}:${column}`;
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
    this.place = placeOf(instruction, metadataNodes(module));
  }
}
