// Typed buffer access: the helper statements that MUBUF's format forms and MTBUF share, and the order of their
// arguments.

import type { Destination, Ex, Stmt } from '../../language/expr.js';
import { ops, u32 } from '../../language/expr.js';
import { type BufferOperands, bufferAccess, ldsTransferAddress } from './buffer.js';

/** Where the element's format comes from: the resource (MUBUF) or the instruction (MTBUF). */
export interface ElementFormat {
  readonly dataFormat: Ex<'u32'>;
  readonly numFormat: Ex<'u32'>;
  /** Four component selects of 3 bits. */
  readonly selects: Ex<'u32'>;
}

/** Positions in a format helper's `reads`. `lds` and `ldsAddress` exist in loads only. */
export const FORMAT_ARGUMENT = {
  addressLow: 0,
  addressHigh: 1,
  inRange: 2,
  dataFormat: 3,
  numFormat: 4,
  selects: 5,
  components: 6,
  lds: 7,
  ldsAddress: 8,
} as const;

/** Where components of 16 bits lie: two in a register, each in the low half of one, one in the high half. */
export const HALVES = { packed: 0, apart: 1, high: 2 } as const;
/** Registers of `count` components. @param layout one of HALVES */
export const registersOf = (layout: number, count: number): number =>
  layout === HALVES.packed ? Math.ceil(count / 2) : count;
/** Position among the `reads` of those that have them. */
export const HALVES_ARGUMENT = 7;

/**
 * The part of the arguments that loads and stores have in common. The body aligns the address to the element's size.
 */
function elementArguments(operands: BufferOperands, format: ElementFormat, components: number): readonly Ex[] {
  const { address, valid } = bufferAccess(operands, 1);
  const { dataFormat, numFormat, selects } = format;
  return [ops.lo(address), ops.hi(address), ops.fromBool(valid), dataFormat, numFormat, selects, u32(components)];
}

/** Element of a buffer to VDATA, or its first component to LDS. */
export const formatLoad = (
  operands: BufferOperands,
  format: ElementFormat,
  components: number,
  lds: Ex<'b1'>,
): Stmt => ({
  kind: 'helper',
  name: 'buffer_load_format',
  reads: [...elementArguments(operands, format, components), ops.fromBool(lds), ldsTransferAddress],
  writes: ['VDATA'],
});

/** Element of a buffer to halves of VDATA. @param layout one of HALVES */
export const halvesLoad = (
  operands: BufferOperands & { readonly VDATA: Destination },
  format: ElementFormat,
  components: number,
  layout: number,
): Stmt => ({
  ...halvesStore(operands, format, components, layout),
  name: 'buffer_load_format_d16',
  writes: ['VDATA'],
});

/** Halves of VDATA to an element of a buffer. */
export const halvesStore = (
  operands: BufferOperands & { readonly VDATA: Destination },
  format: ElementFormat,
  components: number,
  layout: number,
): Extract<Stmt, { kind: 'helper' }> => ({
  kind: 'helper',
  name: 'buffer_store_format_d16',
  reads: [...elementArguments(operands, format, components), u32(layout), operands.VDATA.u32],
  writes: [],
});

/** VDATA to an element of a buffer. */
export const formatStore = (
  operands: BufferOperands & { readonly VDATA: Destination },
  format: ElementFormat,
  components: number,
): Stmt => ({
  kind: 'helper',
  name: 'buffer_store_format',
  reads: [...elementArguments(operands, format, components), operands.VDATA.u32],
  writes: [],
});
