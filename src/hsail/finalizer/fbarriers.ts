// Rules of fbarriers: a word in group memory has the number of wavefronts that have joined, of those that have arrived,
// and a count of completed rounds. Operations are uniform in a wavefront: its first active lane does them.

import type { FunctionEmitter } from './function-emitter.js';
import type { HsailInstruction, Rule, RuleTable } from './instruction.js';
import { ballot, laneNumber } from './lanes.js';

const MEMBER = 1;
const ARRIVAL = 1 << 10;
const ROUND = 1 << 20;
const COUNT_MASK = ROUND - 1;
const MEMBER_MASK = ARRIVAL - 1;
const GROUP = 'ptr addrspace(3)';
const SCOPE = 'syncscope("workgroup")';
/** Units of s_sleep between two looks at a barrier. */
const SLEEP = 1;

/** The fbarrier of an operand: its own, or one by its handle. */
function barrierOf({ out, scope, operands }: HsailInstruction, index = 0): string {
  const operand = operands[index]!;
  if (operand.kind === 'operand_code_ref') return scope.variable(scope.module.code.get(operand.values['ref']!)!);
  return out.value(`inttoptr i32 ${scope.readBits(operand, 'u32')} to ${GROUP}`);
}

/** Code for one lane of the wavefront. */
function byFirstLane(out: FunctionEmitter, emit: () => void): void {
  const first = out.call('i64', 'llvm.cttz.i64', `i64 ${ballot(out, 'true')}`, 'i1 true');
  const isFirst = out.value(`icmp eq i32 ${laneNumber(out)}, ${out.value(`trunc i64 ${first} to i32`)}`);
  const [one, all] = [out.fresh('first'), out.fresh('all')];
  out.jump(`br i1 ${isFirst}, label %${one}, label %${all}`);
  out.label(one);
  emit();
  out.label(all);
}

/** Changes a word; if then all members have arrived, the round is completed. */
function change(out: FunctionEmitter, barrier: string, added: number): void {
  const [begin, done] = [out.fresh('change'), out.fresh('changed')];
  out.label(begin);
  const before = out.value(`load atomic i32, ${GROUP} ${barrier} ${SCOPE} monotonic, align 4`);
  const after = out.value(`add i32 ${before}, ${added}`);
  const members = out.value(`and i32 ${after}, ${MEMBER_MASK}`);
  const arrived = out.value(`and i32 ${out.value(`lshr i32 ${after}, 10`)}, ${MEMBER_MASK}`);
  const isSome = out.value(`icmp ne i32 ${arrived}, 0`);
  const isComplete = out.value(`and i1 ${isSome}, ${out.value(`icmp uge i32 ${arrived}, ${members}`)}`);
  const rest = out.value(`sub i32 ${after}, ${out.value(`mul i32 ${arrived}, ${ARRIVAL}`)}`);
  const next = out.value(`select i1 ${isComplete}, i32 ${out.value(`add i32 ${rest}, ${ROUND}`)}, i32 ${after}`);
  const pair = out.value(`cmpxchg ${GROUP} ${barrier}, i32 ${before}, i32 ${next} ${SCOPE} acq_rel monotonic, align 4`);
  out.jump(`br i1 ${out.value(`extractvalue { i32, i1 } ${pair}, 1`)}, label %${done}, label %${begin}`);
  out.label(done);
}

const roundOf = (out: FunctionEmitter, barrier: string): string =>
  out.value(
    `and i32 ${out.value(`load atomic i32, ${GROUP} ${barrier} ${SCOPE} acquire, align 4`)}, ${-1 - COUNT_MASK}`,
  );

const changing =
  (added: number): Rule =>
  (instruction) => {
    const barrier = barrierOf(instruction);
    byFirstLane(instruction.out, () => change(instruction.out, barrier, added));
  };

const wait: Rule = (instruction) => {
  const { out } = instruction;
  const barrier = barrierOf(instruction);
  const round = out.call('i32', 'llvm.amdgcn.readfirstlane.i32', `i32 ${roundOf(out, barrier)}`);
  byFirstLane(out, () => change(out, barrier, ARRIVAL));
  const [again, done] = [out.fresh('wait'), out.fresh('waited')];
  out.label(again);
  out.callVoid('llvm.amdgcn.s.sleep', `i32 ${SLEEP}`);
  const current = out.call('i32', 'llvm.amdgcn.readfirstlane.i32', `i32 ${roundOf(out, barrier)}`);
  out.jump(`br i1 ${out.value(`icmp eq i32 ${current}, ${round}`)}, label %${again}, label %${done}`);
  out.label(done);
};

const reset: Rule = (instruction) => {
  const barrier = barrierOf(instruction);
  instruction.out.effect(`store atomic i32 0, ${GROUP} ${barrier} ${SCOPE} release, align 4`);
};

export const FBARRIER_RULES: RuleTable = {
  initfbar: reset,
  joinfbar: changing(MEMBER),
  leavefbar: changing(-MEMBER),
  arrivefbar: changing(ARRIVAL),
  waitfbar: wait,
  // The memory stays its own.
  releasefbar: () => {},
  ldf: (instruction) =>
    instruction.write(instruction.out.value(`ptrtoint ${GROUP} ${barrierOf(instruction, 1)} to i32`)),
};
