// Bodies of buffer_load_format and buffer_store_format: typed elements of buffers.
// Source: "Southern Islands Series ISA", chapter "Vector Memory Buffer Instructions": data formats, out-of-range accesses.

import { FORMAT_ARGUMENT } from '../../isa/southern-islands/addressing/format.js';
import { FaultSignal } from '../faults.js';
import type { HelperBody, HelperContext } from './context.js';
import { type DataFormat, dataFormat } from './formats.js';
import { vgprOf } from './operands.js';
import { applySelects, loadTexel, storeTexel, unapplySelects } from './texel.js';

const memory = new Uint32Array(4);
const register = new Uint32Array(4);

/** Byte address of a lane's element. Low bits that the element's size (at most a dword) does not need are ignored. */
function elementAddress(context: HelperContext, lane: number, format: DataFormat): number {
  const low = context.argument(FORMAT_ARGUMENT.addressLow, lane);
  const high = context.argument(FORMAT_ARGUMENT.addressHigh, lane);
  const alignment = Math.min(format.bytes, 4);
  return high * 2 ** 32 + (low - (low % alignment));
}

const inRange = (context: HelperContext, lane: number): boolean =>
  context.argument(FORMAT_ARGUMENT.inRange, lane) !== 0;

function formatOf(context: HelperContext, lane: number): DataFormat {
  const code = context.argument(FORMAT_ARGUMENT.dataFormat, lane);
  const format = dataFormat(code);
  if (!format) throw new FaultSignal('unsupported', `buffer elements of data format ${code} do not exist`, lane);
  return format;
}

/** VDATA (or LDS) = converted element. */
export const bufferLoadFormat: HelperBody = (instruction, context) => {
  for (let lane = 0; lane < context.lanes; lane++) {
    if (!context.active(lane)) continue;
    const numFormat = context.argument(FORMAT_ARGUMENT.numFormat, lane);
    memory.fill(0);
    if (inRange(context, lane)) {
      const format = formatOf(context, lane);
      loadTexel(context, elementAddress(context, lane, format), format, numFormat, memory);
    }
    applySelects(context.argument(FORMAT_ARGUMENT.selects, lane), numFormat, memory, register);
    if (context.argument(FORMAT_ARGUMENT.lds, lane)) {
      context.writeLds32(context.argument(FORMAT_ARGUMENT.ldsAddress, lane), register[0]!);
      continue;
    }
    const components = context.argument(FORMAT_ARGUMENT.components, lane);
    for (let i = 0; i < components; i++) context.setVgpr(vgprOf(instruction, 'VDATA', i), lane, register[i]!);
  }
};

/** Element = converted VDATA. */
export const bufferStoreFormat: HelperBody = (instruction, context) => {
  for (let lane = 0; lane < context.lanes; lane++) {
    if (!context.active(lane) || !inRange(context, lane)) continue;
    const format = formatOf(context, lane);
    const components = context.argument(FORMAT_ARGUMENT.components, lane);
    for (let i = 0; i < 4; i++) {
      register[i] = i < components ? context.vgpr(vgprOf(instruction, 'VDATA', i), lane) : 0;
    }
    unapplySelects(context.argument(FORMAT_ARGUMENT.selects, lane), register, memory);
    const numFormat = context.argument(FORMAT_ARGUMENT.numFormat, lane);
    storeTexel(context, elementAddress(context, lane, format), format, numFormat, memory);
  }
};
