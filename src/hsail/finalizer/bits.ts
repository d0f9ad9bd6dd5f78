// Rules of shifts, logic and bit strings.

import type { HsailInstruction, Rule, RuleTable } from './instruction.js';
import { fromParts, partAt, partCount } from './parts.js';
import { bitsOf, integerOf, isPackedName, isSignedName, shapeOf } from './shapes.js';

/** A number of u32 as one of so many bits, below that number of bits. */
function below({ out }: HsailInstruction, value: string, bits: number): string {
  const low = out.value(`and i32 ${value}, ${bits - 1}`);
  if (bits === 32) return low;
  return out.value(`${bits < 32 ? 'trunc' : 'zext'} i32 ${low} to i${bits}`);
}

const shift: Rule = (instruction) => {
  const { type, out, scope, name } = instruction;
  const { part, bits, parts } = shapeOf(type);
  const width = bits / parts;
  const word = name === 'shl' ? 'shl' : isSignedName(part) ? 'ashr' : 'lshr';
  const whole = scope.readBits(instruction.operand(1), type);
  const count = below(instruction, instruction.read(2), width);
  const shifted = (value: string): string => out.value(`${word} i${width} ${value}, ${count}`);
  if (!isPackedName(type)) return instruction.write(shifted(whole));
  const results = Array.from({ length: partCount(type) }, (_, index) => shifted(partAt(scope, type, whole, index)));
  return scope.write(instruction.operand(0), `b${bits}`, fromParts(scope, type, results));
};

const logic =
  (word: string): Rule =>
  (instruction) => {
    const [a, b] = instruction.sources();
    instruction.write(instruction.out.value(`${word} ${integerOf(instruction.type)} ${a}, ${b}`));
  };

const toU32 = ({ out }: HsailInstruction, bits: number, value: string): string =>
  bits === 32 ? value : out.value(`trunc i${bits} ${value} to i32`);

const popcount: Rule = (instruction) => {
  const own = integerOf(instruction.sourceType);
  const count = instruction.out.call(own, `llvm.ctpop.${own}`, `${own} ${instruction.read(1)}`);
  instruction.write(toU32(instruction, bitsOf(instruction.sourceType), count));
};

/** The number of the first or last one bit; of negative numbers the first zero; all ones where there is none. */
const firstOrLast: Rule = (instruction) => {
  const { out, sourceType, name } = instruction;
  const bits = bitsOf(sourceType);
  const own = `i${bits}`;
  let value = instruction.read(1);
  if (name === 'firstbit' && isSignedName(sourceType))
    value = out.value(`xor ${own} ${value}, ${out.value(`ashr ${own} ${value}, ${bits - 1}`)}`);
  const word = name === 'firstbit' ? 'ctlz' : 'cttz';
  const number = toU32(instruction, bits, out.call(own, `llvm.${word}.${own}`, `${own} ${value}`, 'i1 false'));
  const isZero = out.value(`icmp eq ${own} ${value}, 0`);
  instruction.write(out.value(`select i1 ${isZero}, i32 -1, i32 ${number}`));
};

/** So many one bits; the number is below the size. */
const ones = ({ out }: HsailInstruction, own: string, width: string): string =>
  out.value(`sub ${own} ${out.value(`shl ${own} 1, ${width}`)}, 1`);

const bitmask: Rule = (instruction) => {
  const own = integerOf(instruction.type);
  const [offset, width] = instruction.sources().map((value) => below(instruction, value, bitsOf(instruction.type)));
  instruction.write(instruction.out.value(`shl ${own} ${ones(instruction, own, width!)}, ${offset}`));
};

const bitextract: Rule = (instruction) => {
  const { out, type } = instruction;
  const own = integerOf(type);
  const [value, ...numbers] = instruction.sources();
  const [offset, width] = numbers.map((number) => below(instruction, number, bitsOf(type)));
  const above = out.value(`sub ${own} ${bitsOf(type)}, ${width}`);
  const masked = (count: string): string => out.value(`and ${own} ${count}, ${bitsOf(type) - 1}`);
  const left = out.value(`shl ${own} ${value}, ${masked(out.value(`sub ${own} ${above}, ${offset}`))}`);
  const right = out.value(`${isSignedName(type) ? 'ashr' : 'lshr'} ${own} ${left}, ${masked(above)}`);
  const isEmpty = out.value(`icmp eq ${own} ${width}, 0`);
  instruction.write(out.value(`select i1 ${isEmpty}, ${own} 0, ${own} ${right}`));
};

/** The bits of `a` where the mask has ones, of `b` elsewhere. */
function chosen({ out }: HsailInstruction, own: string, mask: string, a: string, b: string): string {
  const others = out.value(`and ${own} ${b}, ${out.value(`xor ${own} ${mask}, -1`)}`);
  return out.value(`or ${own} ${out.value(`and ${own} ${a}, ${mask}`)}, ${others}`);
}

const bitinsert: Rule = (instruction) => {
  const { out, type } = instruction;
  const own = integerOf(type);
  const [value, inserted, ...numbers] = instruction.sources();
  const [offset, width] = numbers.map((number) => below(instruction, number, bitsOf(type)));
  const mask = out.value(`shl ${own} ${ones(instruction, own, width!)}, ${offset}`);
  const placed = out.value(`shl ${own} ${inserted}, ${offset}`);
  instruction.write(chosen(instruction, own, mask, placed, value!));
};

const funnel: Rule = (instruction) => {
  const { out, name } = instruction;
  const [low, high, number] = instruction.sources();
  const count = name === 'bitalign' ? number : out.value(`shl i32 ${out.value(`and i32 ${number}, 3`)}, 3`);
  instruction.write(out.call('i32', 'llvm.fshr.i32', `i32 ${high}`, `i32 ${low}`, `i32 ${count}`));
};

export const BIT_RULES: RuleTable = {
  shl: shift,
  shr: shift,
  and: logic('and'),
  or: logic('or'),
  xor: logic('xor'),
  not: (instruction) => {
    const own = integerOf(instruction.type);
    instruction.write(instruction.out.value(`xor ${own} ${instruction.read(1)}, ${own === 'i1' ? 'true' : '-1'}`));
  },
  popcount,
  firstbit: firstOrLast,
  lastbit: firstOrLast,
  bitmask,
  bitextract,
  bitinsert,
  bitrev: (instruction) => {
    const own = integerOf(instruction.type);
    instruction.write(instruction.out.call(own, `llvm.bitreverse.${own}`, `${own} ${instruction.read(1)}`));
  },
  bitselect: (instruction) => {
    const [mask, a, b] = instruction.sources();
    instruction.write(chosen(instruction, integerOf(instruction.type), mask!, a!, b!));
  },
  bitalign: funnel,
  bytealign: funnel,
};
