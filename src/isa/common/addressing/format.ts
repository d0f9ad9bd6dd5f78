// Typed buffer access: the helper statements that MUBUF's format forms and MTBUF share. The order of their arguments is
// that of descriptors/element-access.ts.

import type { Destination, Ex, Stmt } from '../../language/expr.js';
import { ops, u32 } from '../../language/expr.js';
import { type BufferOperands, bufferAccess, ldsTransferAddress } from './buffer.js';

/** The source of the element's format: the resource (MUBUF) or the instruction (MTBUF). */
export interface ElementFormat {
  readonly dataFormat: Ex<'u32'>;
  readonly numFormat: Ex<'u32'>;
  /** Four component selects of 3 bits. */
  readonly selects: Ex<'u32'>;
}

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
