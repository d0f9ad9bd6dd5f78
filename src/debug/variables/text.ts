// Values of variables as text, by their types: `7`, `(1.0, 2.5)`, `{a = 1, b = {2, 3}}`, `0x40001000`.

import type { SourceType, VariableSpace } from '../../source/variables.js';
import { formatted, type PrintFormat } from '../print-format.js';
import { elementText } from '../values.js';
import type { LocationValue } from './location.js';

export const LEFT_OUT = '<optimized out>';
/** Of variables in LDS, and of expressions that are not read. */
export const UNKNOWN = '<location unknown to the compiler>';
/** Elements of an array that are written out. */
const MAX_ELEMENTS = 64;
const MAX_DEPTH = 16;

export const sizeOf = (type: SourceType | undefined): number => (!type || type.kind === 'opaque' ? 0 : type.size);

/** Part of a value. */
export const part = ({ bytes, validity, homes }: LocationValue, at: number, size: number): LocationValue => ({
  bytes: bytes.subarray(at, at + size),
  validity: validity.subarray(at, at + size),
  homes: homes.map((home) => ({ ...home, start: home.start - at })),
});

/** Number, name and place of what a value consists of. */
export interface Component {
  readonly name: string;
  readonly type: number;
  readonly offset: number;
}

/** Members of structures, elements of arrays and vectors; none of anything else. */
export function componentsOf(types: readonly SourceType[], type: SourceType): Component[] {
  if (type.kind === 'struct') return [...type.members];
  if (type.kind !== 'array' && type.kind !== 'vector') return [];
  const stride = sizeOf(types[type.element]);
  const count = type.counts.reduce((product, each) => product * each, 1);
  return Array.from({ length: stride > 0 ? Math.min(count, Math.floor(type.size / stride)) : 0 }, (_, k) => ({
    name: `[${indices(type.counts, k).join('][')}]`,
    type: type.element,
    offset: k * stride,
  }));
}

/** The indices of element `k` of an array of several dimensions. */
function indices(counts: readonly number[], k: number): number[] {
  const offsets: number[] = [];
  let left = k;
  for (const count of [...counts].reverse()) {
    offsets.unshift(left % count);
    left = Math.floor(left / count);
  }
  return offsets;
}

type ScalarKind = 'signed' | 'unsigned' | 'float';

function scalarText(kind: ScalarKind, size: number, bytes: Uint8Array): string {
  if (size !== 1 && size !== 2 && size !== 4 && size !== 8) return `${size} bytes`;
  const half = kind === 'float' && size === 2;
  return elementText(bytes, 0, { scalar: { bytes: size, kind: half ? 'half' : kind }, count: 1, size });
}

function pointerText(space: VariableSpace, bytes: Uint8Array): string {
  const address = bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  return `${space === 'global' ? '' : `${space} `}0x${address.toString(16)}`;
}

/** Options of a value's text, beside its type. */
interface TextOptions {
  readonly format?: PrintFormat | undefined;
  readonly depth?: number;
}

/** @param types that the type refers to */
export function valueText(
  types: readonly SourceType[],
  type: SourceType | undefined,
  value: LocationValue,
  { format, depth = 0 }: TextOptions = {},
): string {
  if (!type || type.kind === 'opaque' || depth > MAX_DEPTH)
    return `<${type?.kind === 'opaque' ? type.name : 'unknown type'}>`;
  if (!value.validity.includes(1)) return LEFT_OUT;
  if (type.kind !== 'signed' && type.kind !== 'unsigned' && type.kind !== 'float' && type.kind !== 'pointer') {
    const all = componentsOf(types, type);
    const texts = all.slice(0, MAX_ELEMENTS).map((component) => {
      const of = types[component.type];
      const text = valueText(types, of, part(value, component.offset, sizeOf(of)), { format, depth: depth + 1 });
      return type.kind === 'struct' ? `${component.name} = ${text}` : text;
    });
    const inside = [...texts, ...(all.length > MAX_ELEMENTS ? [`... ${all.length} in all`] : [])].join(', ');
    return type.kind === 'vector' ? `(${inside})` : `{${inside}}`;
  }
  if (value.bytes.length < type.size || value.validity.includes(0)) return LEFT_OUT;
  if (format) return formatted(value.bytes.subarray(0, type.size), format);
  if (type.kind === 'pointer') return pointerText(type.space, value.bytes);
  return scalarText(type.kind, type.size, value.bytes);
}
