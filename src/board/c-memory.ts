// Memory as the C library has it: where bytes lie, and bytes that lie somewhere.

import { createExternalBuffer, DataType, type JsExternal, load, open } from 'ffi-rs';

const SELF = 'self';
let isOpen = false;

/** This process itself, for the C library's functions. */
export function thisProcess(): string {
  if (!isOpen) open({ library: SELF, path: '' });
  isOpen = true;
  return SELF;
}

/** Address of bytes that JavaScript owns: they must be kept while C uses them. */
export const addressOf = (bytes: Uint8Array): bigint =>
  load({
    library: thisProcess(),
    funcName: 'memmove',
    retType: DataType.BigInt,
    paramsType: [DataType.U8Array, DataType.U8Array, DataType.BigInt],
    paramsValue: [bytes, bytes, 0n],
  }) as unknown as bigint;

/** Memory of C's as bytes, without a copy: not to be touched when it has gone. */
export const bytesAt = (address: bigint, length: number): Buffer =>
  createExternalBuffer(
    load({
      library: thisProcess(),
      funcName: 'memmove',
      retType: DataType.External,
      paramsType: [DataType.BigInt, DataType.BigInt, DataType.BigInt],
      paramsValue: [address, address, 0n],
    }) as unknown as JsExternal,
    length,
  );
