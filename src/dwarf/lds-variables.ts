// Variables that a kernel declares in LDS, in the debug information of a linked code object: it names them, and places
// of before they were laid out.
import { OP, readOperations } from '../source/dwarf-operations.js';
import { addressSpace, type SourceType } from '../source/variables.js';
import type { Entry } from './entries.js';
import type { AttributeValue } from './forms.js';
import { type LdsVariable, ldsPlaces } from './lds-layout.js';
import { AT, TAG } from './names.js';
import type { TypeTable } from './types.js';

/** Place in LDS of the variable that an entry declares; undefined for others, and if unknown. */
export type LdsVariablePlace = (declaration: Entry) => number | undefined;

/**
 * True if a DW_AT_location is an address in LDS: DW_OP_addr, the number of the address space, DW_OP_swap, DW_OP_xderef.
 */
export function isInLds(location: AttributeValue | undefined): boolean {
  if (typeof location !== 'object' || !('bytes' in location)) return false;
  const [address, space, swap, xderef, more] = readOperations(location.bytes) ?? [];
  if ((address?.code !== OP.addr && address?.code !== OP.addrx) || swap?.code !== OP.swap) return false;
  if (xderef?.code !== OP.xderef || more || !space) return false;
  const { code, operands } = space;
  return addressSpace(code >= OP.lit0 && code <= OP.lit31 ? code - OP.lit0 : Number(operands[0])) === 'local';
}

/** A location expression for a place in LDS, as hexadecimal digits. */
export function ldsExpression(offset: number): string {
  const bytes = Buffer.from([OP.const4u, 0, 0, 0, 0, OP.lit0 + LDS_SPACE, OP.swap, OP.xderef]);
  bytes.writeUInt32LE(offset, 1);
  return bytes.toString('hex');
}

/** LLVM's number. */
const LDS_SPACE = 3;

function naturalAlignment(types: readonly SourceType[], index: number, depth = 0): number {
  const type = types[index];
  if (!type || type.kind === 'opaque' || depth > 64) return 1;
  if (type.kind === 'array') return naturalAlignment(types, type.element, depth + 1);
  if (type.kind !== 'struct') return Math.max(1, type.size);
  return type.members.reduce((most, member) => Math.max(most, naturalAlignment(types, member.type, depth + 1)), 1);
}

/** Properties of a unit that the search needs. */
export interface LdsSearch {
  readonly types: TypeTable;
  origin(entry: Entry): Entry | undefined;
}

/**
 * Entries of variables in LDS of a function, its blocks, and what was inlined into it; with the function that declares
 * each.
 */
function declarations(entry: Entry, owner: number, search: LdsSearch): Map<Entry, number> {
  const offsets = new Map<Entry, number>();
  const isInlined = entry.tag === TAG.inlinedSubroutine;
  const origin = isInlined ? search.origin(entry) : undefined;
  const own = origin?.offset ?? owner;
  for (const child of [...(origin?.children ?? []), ...entry.children]) {
    if (child.tag === TAG.variable && isInLds(child.attributes.get(AT.location))) offsets.set(child, own);
    else if (child.tag === TAG.lexicalBlock || child.tag === TAG.inlinedSubroutine)
      for (const [inner, of] of declarations(child, own, search)) offsets.set(inner, of);
  }
  return offsets;
}

const numberOf = (value: AttributeValue | undefined): number => (typeof value === 'number' ? value : 0);

function variableOf(entry: Entry, owner: number, { types }: LdsSearch): LdsVariable & { readonly natural: number } {
  const index = types.of(entry);
  const type = types.types[index];
  const name = String(entry.attributes.get(AT.name) ?? '');
  const natural = naturalAlignment(types.types, index);
  const size = !type || type.kind === 'opaque' ? 0 : type.size;
  // In symbols of C++ the length of a name comes before it.
  const symbol = `${name.length}${name}`;
  return {
    name: symbol,
    owner,
    size,
    natural,
    alignment: Math.max(natural, numberOf(entry.attributes.get(AT.alignment))),
  };
}

/**
 * Places of the variables of one kernel.
 *
 * @param kernel the entry of its function
 * @param producer of the unit: `Debian clang version 15.0.6`
 * @param bytes of LDS that the kernel declares in all: where the variables do not add up to that, the result is empty
 */
export function ldsPlacesIn(kernel: Entry, producer: string, bytes: number, search: LdsSearch): LdsVariablePlace {
  const entries = [...declarations(kernel, kernel.offset, search)];
  const variables = entries.map(([entry, owner]) => variableOf(entry, owner, search));
  if (variables.length === 0 || variables.some(({ size }) => size === 0)) return () => undefined;
  const { offsets, end } = ldsPlaces(variables, producer);
  const widest = Math.max(...variables.map(({ natural }) => natural));
  if (Math.ceil(end / widest) * widest !== bytes) return () => undefined;
  const places = new Map(entries.map(([{ offset }], k) => [offset, offsets[k]]));
  return ({ offset }) => places.get(offset);
}
