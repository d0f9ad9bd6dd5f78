// Metadata of a module of LLVM IR text: numbered nodes.

import { splitOperands, unescapeIr } from './lexical.js';
import { type IrTextModule, outerLines } from './module.js';

const NODE = /^!(\d+) = (?:distinct )?(.*)$/;
const TUPLE = /^!\{(.*)\}\s*$/;
const ATTACHED = /, !dbg !(\d+)/;
const NODE_REFERENCE = /^!(\d+)$/;

/** Texts of the nodes, by number. */
export type MetadataNodes = ReadonlyMap<string, string>;

export function metadataNodes(module: IrTextModule): MetadataNodes {
  const nodes = new Map<string, string>();
  for (const line of outerLines(module)) {
    const [, number, text = ''] = line.startsWith('!') ? (NODE.exec(line) ?? []) : [];
    if (number !== undefined) nodes.set(number, text);
  }
  return nodes;
}

/** Operands of a tuple; none for other nodes. */
export const nodeOperands = (nodes: MetadataNodes, node: string | undefined): readonly string[] =>
  splitOperands(TUPLE.exec(nodes.get(node ?? '') ?? '')?.[1] ?? '');

/** Fields of a node like `!DILocation(line: 3, scope: !7)`, by name; strings without quotes, references as numbers. */
export function nodeFields(nodes: MetadataNodes, node: string | undefined, kind: string): ReadonlyMap<string, string> {
  const text = nodes.get(node ?? '') ?? '';
  const head = `!${kind}(`;
  if (!text.startsWith(head)) return new Map();
  return new Map(
    splitOperands(text.slice(head.length, text.lastIndexOf(')'))).map((field) => {
      const colon = field.indexOf(': ');
      const value = field.slice(colon + 2);
      const plain = value.startsWith('"') ? unescapeIr(value.slice(1, -1)) : (NODE_REFERENCE.exec(value)?.[1] ?? value);
      return [field.slice(0, colon), plain] as const;
    }),
  );
}

/** The node of `!dbg` in attached metadata. */
export const debugNode = (attached: string): string | undefined => ATTACHED.exec(attached)?.[1];
