// The segment of GPU memory that a launch in Catalyst's convention needs: the arguments, constant buffer 0, tables of
// descriptors.

import { CONSTANT_BUFFER_0, INTERNAL_SCRATCH_ENTRY } from '../catalyst.js';
import type { CalKernel } from '../image.js';

/** Bytes of an entry of Catalyst's tables. Source: Multi2Sim's loader; the strides that genuine kernels load with. */
export const TABLE_ENTRY = { uav: 32, resource: 32, constantBuffer: 16, sampler: 16, internal: 16 } as const;

/** Byte offsets in the segment; the arguments (constant buffer 1) start at 0. */
export interface SegmentLayout {
  readonly constantBuffer0: number;
  readonly uavTable: number;
  readonly resourceTable: number;
  readonly constantBufferTable: number;
  readonly samplerTable: number;
  readonly internalTable: number;
  readonly size: number;
}

type SegmentKernel = Pick<
  CalKernel,
  'kernargSize' | 'args' | 'uavs' | 'constantBuffers' | 'inlineSamplers' | 'userElements'
>;

const ALIGNMENT = 16;
const alignUp = (value: number): number => Math.ceil(value / ALIGNMENT) * ALIGNMENT;
const entries = (ids: readonly number[]): number => ids.reduce((largest, id) => Math.max(largest, id), -1) + 1;

export function segmentLayout(kernel: SegmentKernel): SegmentLayout {
  const idsOf = (kind: string): number[] =>
    kernel.args.filter((arg) => arg.kind === kind).map((arg) => arg.resourceId ?? 0);
  const slots = kernel.userElements.map(({ apiSlot }) => apiSlot);
  const constantBuffer0 = alignUp(kernel.kernargSize);
  const uavTable = alignUp(constantBuffer0 + CONSTANT_BUFFER_0.size);
  const uavs = entries([...kernel.uavs.map(({ id }) => id), ...idsOf('global'), ...idsOf('image'), ...slots]);
  const resourceTable = uavTable + uavs * TABLE_ENTRY.uav;
  const constantBufferTable = resourceTable + entries([...idsOf('image'), ...slots]) * TABLE_ENTRY.resource;
  const constants = entries([
    1,
    2,
    ...kernel.constantBuffers.map(({ index }) => index),
    ...idsOf('constant'),
    ...slots,
  ]);
  const samplerTable = constantBufferTable + constants * TABLE_ENTRY.constantBuffer;
  const samplers = entries([...idsOf('sampler'), ...kernel.inlineSamplers.map(({ id }) => id), ...slots]);
  const internalTable = samplerTable + samplers * TABLE_ENTRY.sampler;
  return {
    constantBuffer0,
    uavTable,
    resourceTable,
    constantBufferTable,
    samplerTable,
    internalTable,
    size: internalTable + (INTERNAL_SCRATCH_ENTRY + 1) * TABLE_ENTRY.internal,
  };
}
