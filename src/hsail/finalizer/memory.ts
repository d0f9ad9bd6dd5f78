// Rules of loads, stores and addresses.

import type { HsailInstruction, Rule, RuleTable } from './instruction.js';
import { addressType, pointerType } from './scope.js';
import { bitsOf, isSignedName } from './shapes.js';

const MAX_ALIGNMENT = 16;

/** The alignment that holds so many bytes behind an aligned address. */
function alignmentAt(instruction: HsailInstruction, bytes: number): number {
  const code = instruction.field('align');
  const whole = code === 0 ? 1 : Math.min(2 ** (code - 1), MAX_ALIGNMENT);
  return bytes === 0 ? whole : Math.min(whole, bytes & -bytes);
}

const bytesOf = (type: string): number => Math.max(1, bitsOf(type) >> 3);
/** Bits of values in memory: registers take signed ones extended. */
const plainType = (type: string): string => (isSignedName(type) ? type : `b${bitsOf(type)}`);

const load: Rule = (instruction) => {
  const { out, scope, segment, type } = instruction;
  const elements = instruction.elements(0);
  const values = elements.map((_, index) => {
    const place = index * bytesOf(type);
    const pointer = scope.pointer(instruction.operand(1), segment, place);
    const alignment = alignmentAt(instruction, place);
    return out.value(`load i${bitsOf(type)}, ${pointerType(segment)} ${pointer}, align ${alignment}`);
  });
  elements.forEach((element, index) => {
    scope.write(element, plainType(type), values[index]!);
  });
};

const store: Rule = (instruction) => {
  const { out, scope, segment, type } = instruction;
  instruction.elements(0).forEach((element, index) => {
    const place = index * bytesOf(type);
    const pointer = scope.pointer(instruction.operand(1), segment, place);
    const value = `i${bitsOf(type)} ${scope.readBits(element, type)}`;
    out.effect(`store ${value}, ${pointerType(segment)} ${pointer}, align ${alignmentAt(instruction, place)}`);
  });
};

const alloca: Rule = (instruction) => {
  const { out } = instruction;
  const alignment = Math.max(8, alignmentAt(instruction, 0));
  const place = out.value(`alloca i8, i32 ${instruction.read(1)}, align ${alignment}, addrspace(5)`);
  instruction.write(out.value(`ptrtoint ptr addrspace(5) ${place} to i32`));
};

/** Segments are apertures of the flat address space. */
const isIn = ({ out }: HsailInstruction, segment: string, pointer: string): string =>
  out.call('i1', `llvm.amdgcn.is.${segment === 'group' ? 'shared' : 'private'}`, `ptr ${pointer}`);

const segmentp: Rule = (instruction) => {
  const { out, segment } = instruction;
  const address = instruction.read(1);
  const pointer = out.value(`inttoptr i64 ${address} to ptr`);
  const isNull = out.value(`icmp eq i64 ${address}, 0`);
  const isOther = (): string =>
    out.value(`or i1 ${isIn(instruction, 'group', pointer)}, ${isIn(instruction, 'private', pointer)}`);
  const inside = segment === 'global' ? out.value(`xor i1 ${isOther()}, true`) : isIn(instruction, segment, pointer);
  instruction.write(out.value(`or i1 ${inside}, ${isNull}`));
};

/** The null addresses of both sides are converted into each other. */
const toFlat: Rule = (instruction) => {
  const { out, segment } = instruction;
  const type = pointerType(segment);
  const pointer = out.value(`inttoptr ${addressType(segment)} ${instruction.read(1)} to ${type}`);
  const flat = out.value(`addrspacecast ${type} ${pointer} to ptr`);
  instruction.write(out.value(`ptrtoint ptr ${flat} to i64`));
};

const fromFlat: Rule = (instruction) => {
  const { out, segment } = instruction;
  const type = pointerType(segment);
  const flat = out.value(`inttoptr i64 ${instruction.read(1)} to ptr`);
  const pointer = out.value(`addrspacecast ptr ${flat} to ${type}`);
  instruction.write(out.value(`ptrtoint ${type} ${pointer} to ${addressType(segment)}`));
};

export const MEMORY_RULES: RuleTable = {
  ld: load,
  st: store,
  lda: (instruction) => instruction.write(instruction.scope.address(instruction.operand(1), instruction.segment)),
  alloca,
  segmentp,
  stof: toFlat,
  ftos: fromFlat,
  nullptr: (instruction) => instruction.write(['group', 'private'].includes(instruction.segment) ? '-1' : '0'),
};
