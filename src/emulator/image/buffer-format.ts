// Bodies of buffer_load_format and buffer_store_format, with components of 32 and of 16 bits: typed elements of
// buffers. Source: "Southern Islands Series ISA", chapter "Vector Memory Buffer Instructions": data formats,
// out-of-range accesses.

import { FORMAT_ARGUMENT, HALVES_ARGUMENT } from '../../isa/descriptors/element-access.js';
import type { Instruction } from '../../isa/instruction.js';
import { FaultSignal } from '../faults.js';
import { readHalf, writeHalf } from './components16.js';
import type { HelperBody, HelperContext } from './context.js';
import { type DataFormat, dataFormat } from './formats.js';
import { vgprOf } from './registers.js';
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

/** The components of a lane's element, in `register`. */
function loadElement(context: HelperContext, lane: number): void {
  const numFormat = context.argument(FORMAT_ARGUMENT.numFormat, lane);
  memory.fill(0);
  if (inRange(context, lane)) {
    const format = formatOf(context, lane);
    loadTexel(context, elementAddress(context, lane, format), format, numFormat, memory);
  }
  applySelects(context.argument(FORMAT_ARGUMENT.selects, lane), numFormat, memory, register);
}

/** VDATA (or LDS) = converted element. */
export const bufferLoadFormat: HelperBody = (instruction, context) => {
  for (let lane = 0; lane < context.lanes; lane++) {
    if (!context.active(lane)) continue;
    loadElement(context, lane);
    if (context.argument(FORMAT_ARGUMENT.lds, lane)) {
      context.writeLds32(context.argument(FORMAT_ARGUMENT.ldsAddress, lane), register[0]!);
      continue;
    }
    const components = context.argument(FORMAT_ARGUMENT.components, lane);
    for (let i = 0; i < components; i++) context.setVgpr(vgprOf(instruction, 'VDATA', i), lane, register[i]!);
  }
};

/** The same in halves. */
export const bufferLoadHalves: HelperBody = (instruction, context) => {
  for (let lane = 0; lane < context.lanes; lane++) {
    if (!context.active(lane)) continue;
    loadElement(context, lane);
    const numFormat = context.argument(FORMAT_ARGUMENT.numFormat, lane);
    const components = context.argument(FORMAT_ARGUMENT.components, lane);
    const layout = context.argument(HALVES_ARGUMENT, lane);
    for (let i = 0; i < components; i++) writeHalf(instruction, context, lane, layout, i, register[i]!, numFormat);
  }
};

/** A component of VDATA as a register value. */
type ReadComponent = (
  instruction: Instruction,
  context: HelperContext,
  lane: number,
  component: number,
  numFormat: number,
) => number;

/** Element = converted VDATA. */
const storeElements =
  (read: ReadComponent): HelperBody =>
  (instruction, context) => {
    for (let lane = 0; lane < context.lanes; lane++) {
      if (!context.active(lane) || !inRange(context, lane)) continue;
      const format = formatOf(context, lane);
      const numFormat = context.argument(FORMAT_ARGUMENT.numFormat, lane);
      const components = context.argument(FORMAT_ARGUMENT.components, lane);
      for (let i = 0; i < 4; i++) register[i] = i < components ? read(instruction, context, lane, i, numFormat) : 0;
      unapplySelects(context.argument(FORMAT_ARGUMENT.selects, lane), register, memory);
      storeTexel(context, elementAddress(context, lane, format), format, numFormat, memory);
    }
  };

export const bufferStoreFormat = storeElements((instruction, context, lane, component) =>
  context.vgpr(vgprOf(instruction, 'VDATA', component), lane),
);

export const bufferStoreHalves = storeElements((instruction, context, lane, component, numFormat) =>
  readHalf(instruction, context, lane, context.argument(HALVES_ARGUMENT, lane), component, numFormat),
);
