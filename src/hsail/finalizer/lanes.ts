// Rules of operations between the lanes of a wavefront.

import type { FunctionEmitter } from './function-emitter.js';
import type { Rule, RuleTable } from './instruction.js';
import { WAVE_SIZE } from './scope.js';
import { bitsOf, integerOf } from './shapes.js';

/** The lanes of a mask below one's own. */
function countBelow(out: FunctionEmitter, [low, high]: readonly [string, string]): string {
  const lower = out.call('i32', 'llvm.amdgcn.mbcnt.lo', `i32 ${low}`, 'i32 0');
  return out.call('i32', 'llvm.amdgcn.mbcnt.hi', `i32 ${high}`, `i32 ${lower}`);
}

/**
 * The active lanes with a condition. LLVM compiles the ballot of an ordered `ne` as that of an unordered one, so that
 * the condition stays a number up to there.
 */
export function ballot(out: FunctionEmitter, condition: string): string {
  if (condition === 'true') return out.call('i64', 'llvm.amdgcn.ballot.i64', 'i1 true');
  const number = out.value(`select i1 ${condition}, i32 1, i32 0`);
  const opaque = out.value(`call i32 asm "", "=v,0"(i32 ${number})`);
  return out.call('i64', 'llvm.amdgcn.ballot.i64', `i1 ${out.value(`icmp ne i32 ${opaque}, 0`)}`);
}

export const laneNumber = (out: FunctionEmitter): string => countBelow(out, ['-1', '-1']);

const activelaneid: Rule = (instruction) => {
  const { out } = instruction;
  const active = ballot(out, 'true');
  const low = out.value(`trunc i64 ${active} to i32`);
  const high = out.value(`trunc i64 ${out.value(`lshr i64 ${active}, 32`)} to i32`);
  instruction.write(countBelow(out, [low, high]));
};

const activelanecount: Rule = (instruction) => {
  const { out } = instruction;
  const count = out.call('i64', 'llvm.ctpop.i64', `i64 ${ballot(out, instruction.read(1))}`);
  instruction.write(out.value(`trunc i64 ${count} to i32`));
};

const activelanemask: Rule = (instruction) => {
  const { out, scope, type } = instruction;
  const mask = ballot(out, instruction.read(1));
  instruction.elements(0).forEach((element, index) => {
    scope.write(element, type, index === 0 ? mask : '0');
  });
};

/** The value of another lane, word by word. */
function fromLane(out: FunctionEmitter, bits: number, value: string, byteIndex: string): string {
  const width = Math.max(32, bits);
  const wide = bits < 32 ? out.value(`zext i${bits} ${value} to i32`) : value;
  let whole = '0';
  for (let place = 0; place < width; place += 32) {
    const shifted = place === 0 ? wide : out.value(`lshr i${width} ${wide}, ${place}`);
    const word = width === 32 ? shifted : out.value(`trunc i${width} ${shifted} to i32`);
    const laneWord = out.call('i32', 'llvm.amdgcn.ds.bpermute', `i32 ${byteIndex}`, `i32 ${word}`);
    if (width === 32) return bits < 32 ? out.value(`trunc i32 ${laneWord} to i${bits}`) : laneWord;
    const placed = out.value(`shl i${width} ${out.value(`zext i32 ${laneWord} to i${width}`)}, ${place}`);
    whole = out.value(`or i${width} ${whole}, ${placed}`);
  }
  return whole;
}

/** If the other lane is not active, or the identity is to be used, the result is the identity. */
const activelanepermute: Rule = (instruction) => {
  const { out, type, scope } = instruction;
  const own = integerOf(type);
  const value = scope.readBits(instruction.operand(1), type);
  const lane = out.value(`and i32 ${instruction.read(2)}, ${WAVE_SIZE - 1}`);
  const identity = scope.readBits(instruction.operand(3), type);
  const laneValue = fromLane(out, bitsOf(type), value, out.value(`shl i32 ${lane}, 2`));
  const wide = out.value(`zext i32 ${lane} to i64`);
  const isActive = out.value(`trunc i64 ${out.value(`lshr i64 ${ballot(out, 'true')}, ${wide}`)} to i1`);
  const usesIdentity = out.value(`or i1 ${out.value(`xor i1 ${isActive}, true`)}, ${instruction.read(4)}`);
  instruction.write(out.value(`select i1 ${usesIdentity}, ${own} ${identity}, ${own} ${laneValue}`));
};

export const LANE_RULES: RuleTable = {
  activelaneid,
  activelanecount,
  activelanemask,
  activelanepermute,
  laneid: (instruction) => instruction.write(laneNumber(instruction.out)),
};
