// Filling and copying inside a guest's memory at the speed of memset and memcpy. JavaScript moves shared memory element
// by element, which costs a short work-group more than its instructions do; WebAssembly's bulk instructions do not.

import type { AddressSpace } from './address-space.js';
import type { GpuMemory } from './memory.js';
import { addressCode, memoryLimits, moduleFor } from './memory-import.js';
import { SCALARS, TEMPLATE_STRIDE, TEMPLATE_WORDS } from './state.js';

interface BulkExports {
  /** Zeros `bytes` bytes at `address`. */
  zero(address: number, bytes: number): void;
  /**
   * Sets up a wavefront slot: VGPRs from the template's first `idBytes` bytes and zeros up to `vgprBytes`, then the
   * words of the slot from its scalar file on from those of the template.
   */
  begin(slot: number, template: number, idBytes: number, vgprBytes: number): void;
}

const I32 = 0x7f;
const [ADD, SUB, END] = [0x6a, 0x6b, 0x0b];
const [COPY, FILL, ZERO] = [
  [0xfc, 0x0a, 0, 0],
  [0xfc, 0x0b, 0],
  [0x41, 0],
];
/** i32.const, as a signed LEB128 number. */
function constant(value: number): number[] {
  const bytes = [0x41];
  let rest = value;
  for (; rest > 63; rest >>= 7) bytes.push((rest & 0x7f) | 0x80);
  return [...bytes, rest];
}
const get = (...parameters: number[]): number[] => parameters.flatMap((parameter) => [0x20, parameter]);
/** A vector or section of bytes behind its length; all of them are shorter than 128 bytes. */
const sized = (bytes: number[]): number[] => [bytes.length, ...bytes];
const name = (text: string): number[] => sized([...Buffer.from(text)]);
const signature = (parameters: number): number[] => [0x60, parameters, ...Array<number>(parameters).fill(I32), 0];
const body = (code: number[]): number[] => sized([0, ...code, END]);

function moduleBytes(space: AddressSpace): number[] {
  const toAddress = addressCode(space);
  const address = (...code: number[]): number[] => [...code, ...toAddress];
  const fill = (to: number[], bytes: number[]): number[] => [...address(...to), ...ZERO, ...address(...bytes), ...FILL];
  const copy = (...places: number[][]): number[] => [...places.flatMap((place) => address(...place)), ...COPY];
  const behind = (parameter: number, offset: number): number[] => [...get(parameter), ...constant(offset), ADD];
  const zero = body(fill(get(0), get(1)));
  const begin = body([
    ...copy(get(0), get(1), get(2)),
    ...fill([...get(0, 2), ADD], [...get(3, 2), SUB]),
    ...copy(behind(0, SCALARS), behind(1, TEMPLATE_WORDS), constant(TEMPLATE_STRIDE - TEMPLATE_WORDS)),
  ]);
  return [
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...[1, ...sized([2, ...signature(2), ...signature(4)])],
    ...[2, ...sized([1, ...name('atoll'), ...name('memory'), 2, ...memoryLimits(space)])],
    ...[3, ...sized([2, 0, 1])],
    ...[7, ...sized([2, ...name('zero'), 0, 0, ...name('begin'), 0, 1])],
    ...[10, ...sized([2, ...zero, ...begin])],
  ];
}
const instantiate = moduleFor(moduleBytes);

/** The bulk operations on one guest's memory. Addresses are byte addresses in its engine region. */
export type BulkMemory = BulkExports;

export const openBulkMemory = (memory: GpuMemory): BulkMemory => instantiate(memory) as BulkExports;
