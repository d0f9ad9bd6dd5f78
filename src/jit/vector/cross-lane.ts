// Words of other lanes, each lane naming its own (DPP, ds_swizzle, ds_bpermute): registers are in memory and gathered
// from there, so such an instruction is a run of its own. A register that the instruction changes is copied first: its
// loop would read lanes that it has written.

import { OTHER_LANES, VGPR_BYTES } from '../../emulator/state.js';
import type { Ex } from '../../isa/language/expr.js';
import { DPP_LANES } from '../../isa/language/functions/lanes.js';
import { PARAM } from '../kernel/machine.js';
import type { Local } from '../wasm/function-builder.js';
import { Lanes } from '../wasm/lanes.js';
import type { VectorValues } from './vector-values.js';

const VECTOR_BYTES = 16;

/** Byte addresses of lane 0 of a register, or of its copy, in all four lanes; made before the loop. */
function firstLane(v: VectorValues, register: number, changes: boolean): Local {
  const { b } = v;
  return v.before(() => {
    if (changes)
      for (let at = 0; at < VGPR_BYTES; at += VECTOR_BYTES) {
        b.get(PARAM.slot).get(PARAM.slot);
        b.loadVector(register * VGPR_BYTES + at).storeVector(OTHER_LANES + at);
      }
    return v.keep(() => {
      b.get(PARAM.slot).i32(changes ? OTHER_LANES : register * VGPR_BYTES);
      b.op('i32.add').simd('i32x4.splat');
    });
  });
}

/** The word of an operand in the lane `index`, modulo the number of lanes. */
export function otherLane(v: VectorValues, { slot, index }: Extract<Ex, { kind: 'lane' }>): Local {
  const { b } = v;
  const { [slot]: operand, D: result } = v.instruction.operands;
  const register = operand?.kind === 'vgpr' ? operand.index : 0;
  const lane = v.word(index);
  const first = firstLane(v, register, result?.kind === 'vgpr' && result.index === register);
  const addresses = v.keep(() => {
    b.get(lane)
      .words(v.run.machine.options.layout.lanes - 1)
      .simd('v128.and')
      .i32(2)
      .simd('i32x4.shl')
      .get(first)
      .simd('i32x4.add');
  });
  return v.keep(() => {
    for (const each of [3, 2, 1, 0]) b.get(addresses).lane('i32x4.extract_lane', each);
    b.loadVector(0, 'v128.load32_zero');
    for (const each of [1, 2, 3]) b.laneMemory('v128.load32_lane', each);
  });
}

const [ROW, QUAD] = [16, 4];

/** The lane that each lane reads with DPP, 64 for none. @param control a constant */
export function dppLanes(v: VectorValues, control: Ex): Local {
  const l = new Lanes(v.b);
  const lane = v.run.laneNumbers();
  const number = control.kind === 'const' ? Number(control.bits) : 0;
  const at = (mask: number): Local => l.with('v128.and', lane, mask);
  const plus = (x: Local, count: number): Local => l.with('i32x4.add', x, count);
  const none = (): Local => l.words(DPP_LANES);
  if (number < 0x100) {
    // A chunk is a quad.
    const inQuad = [0, 2, 4, 6].map((bit) => (number >> bit) & (QUAD - 1)) as [number, number, number, number];
    return l.op(
      'v128.or',
      at(-QUAD),
      l.keep(() => v.b.v128(inQuad)),
    );
  }
  const [mode, count] = [number >> 4, number & (ROW - 1)];
  const inside = (): Local => at(ROW - 1);
  if (mode === 0x10 && count > 0)
    return l.choose(l.with('i32x4.lt_s', inside(), ROW - count), plus(lane, count), none());
  if (mode === 0x11 && count > 0)
    return l.choose(l.with('i32x4.gt_s', inside(), count - 1), plus(lane, -count), none());
  if (mode === 0x12 && count > 0) return l.op('v128.or', at(-ROW), l.with('v128.and', plus(lane, -count), ROW - 1));
  return wavefrontDppLanes(l, lane, number);
}

/** Shifts and rotations of a whole wavefront, mirrors, broadcasts. */
function wavefrontDppLanes(l: Lanes, lane: Local, number: number): Local {
  const plus = (x: Local, count: number): Local => l.with('i32x4.add', x, count);
  const none = (): Local => l.words(DPP_LANES);
  switch (number) {
    case 0x130:
      // Behind the last lane comes 64.
      return plus(lane, 1);
    case 0x134:
      return l.with('v128.and', plus(lane, 1), DPP_LANES - 1);
    case 0x138:
      return l.with('i32x4.min_u', plus(lane, -1), DPP_LANES);
    case 0x13c:
      return l.with('v128.and', plus(lane, -1), DPP_LANES - 1);
    case 0x140:
      return l.with('v128.xor', lane, ROW - 1);
    case 0x141:
      return l.with('v128.xor', lane, 7);
    case 0x142:
      return l.with('i32x4.min_u', plus(l.with('v128.and', lane, -ROW), -1), DPP_LANES);
    case 0x143:
      return l.choose(l.with('i32x4.gt_s', lane, DPP_LANES / 2 - 1), l.words(DPP_LANES / 2 - 1), none());
    default:
      return none();
  }
}
