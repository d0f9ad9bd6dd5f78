// V#, the buffer descriptor of GCN. Sources: "Southern Islands Series ISA", table "Buffer Resource Descriptor"; Mesa's
// register database (SQ_BUF_RSRC_*).

import { fieldAt, readField, writeFields } from '../../descriptors/field.js';
import { IDENTITY_SELECTS, packSelects } from '../../descriptors/selects.js';
import type { BufferCodec, BufferResourceOptions, BufferView } from '../../descriptors/views.js';

/** 4 dwords. Element size is 2 << field, index stride 8 << field; both matter only to swizzled buffers. */
export const BUFFER_RESOURCE = {
  baseLow: fieldAt(0, 0, 32),
  baseHigh: fieldAt(1, 0, 16),
  stride: fieldAt(1, 16, 14),
  cacheSwizzle: fieldAt(1, 30, 1),
  swizzleEnable: fieldAt(1, 31, 1),
  /** Bytes when the stride is 0, records of `stride` bytes otherwise. */
  numRecords: fieldAt(2, 0, 32),
  /** Four selects of 3 bits: X, Y, Z, W from the lowest. */
  dstSel: fieldAt(3, 0, 12),
  numFormat: fieldAt(3, 12, 3),
  dataFormat: fieldAt(3, 15, 4),
  elementSize: fieldAt(3, 19, 2),
  indexStride: fieldAt(3, 21, 2),
  addTidEnable: fieldAt(3, 23, 1),
  type: fieldAt(3, 30, 2),
} as const;

/** Makes a V#. Throws RangeError when a value does not fit its field. */
export function bufferResource(options: BufferResourceOptions): Uint32Array {
  const words = new Uint32Array(4);
  writeFields(words, BUFFER_RESOURCE, {
    baseLow: options.base % 2 ** 32,
    baseHigh: Math.floor(options.base / 2 ** 32),
    stride: options.stride ?? 0,
    swizzleEnable: options.swizzle ? 1 : 0,
    numRecords: options.records,
    dstSel: packSelects(options.selects ?? IDENTITY_SELECTS),
    numFormat: options.numFormat ?? 0,
    dataFormat: options.dataFormat ?? 0,
    elementSize: options.swizzle ? Math.log2(options.swizzle.elementSize) - 1 : 0,
    indexStride: options.swizzle ? Math.log2(options.swizzle.indexStride) - 3 : 0,
    addTidEnable: options.addThreadId ? 1 : 0,
  });
  return words;
}

/** @param formatExtendsStride the format of resources that add the lane is the upper bits of their stride */
export function bufferCodec(formatExtendsStride: boolean): BufferCodec {
  const decode = (words: ArrayLike<number>): BufferView => {
    const get = (name: keyof typeof BUFFER_RESOURCE): number => readField(words, BUFFER_RESOURCE[name]);
    const addsLane = get('addTidEnable') === 1;
    const upperStride = formatExtendsStride && addsLane ? get('dataFormat') << BUFFER_RESOURCE.stride.width : 0;
    return {
      base: get('baseHigh') * 2 ** 32 + get('baseLow'),
      stride: get('stride') | upperStride,
      records: get('numRecords'),
      swizzled: get('swizzleEnable') === 1,
      addsLane,
      dataFormat: get('dataFormat'),
      numFormat: get('numFormat'),
      selects: get('dstSel'),
    };
  };
  const hasFormat = (dataFormat: number): boolean => dataFormat < 2 ** BUFFER_RESOURCE.dataFormat.width;
  return { dwords: 4, decode, encode: bufferResource, hasFormat };
}
