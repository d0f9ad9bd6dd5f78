// Facts that LLVM may derive about the upper bits of integers in LLVM IR text: an upper bound, instruction by
// instruction.
import { constantElements } from './constants.js';
import type { IrInstruction } from './instruction.js';
import { localNames } from './lexical.js';
import { isLocalName } from './operand.js';
import { elementType, integerBits } from './type-text.js';

export interface ValueFacts {
  /** The upper bits are unknown. */
  readonly isOpen?: boolean;
  /** Extended from 32 unknown bits. */
  readonly isOpenWord?: boolean;
  /** The upper bits are zeros or unknown. */
  readonly hasNoSign?: boolean;
  /** Not negative, and below 2^23. */
  readonly isSmall?: boolean;
}

const NOTHING: ValueFacts = {};
const OPEN: ValueFacts = { isOpen: true };
const FLOATS: readonly string[] = ['float', 'double'];
const RANGE = ' range(';
/** Intrinsics with small results. */
const COUNTS = [...['ctpop', 'ctlz', 'cttz'].map((name) => `@llvm.${name}`), '@llvm.amdgcn.workitem.id'];

function ofSource(instruction: IrInstruction): ValueFacts {
  const { callee } = instruction;
  if (instruction.hasMetadata('range') || instruction.line.includes(RANGE)) return NOTHING;
  if (!callee?.startsWith('@llvm.')) return OPEN;
  return instruction.calls(...COUNTS) ? { hasNoSign: true, isSmall: true } : NOTHING;
}

const isNegativeConstant = (operand: string): boolean =>
  constantElements(operand)?.some((value) => value < 0n) ?? false;

/** Facts of a function's values, in the order of its lines. */
export class FactReader {
  private readonly facts = new Map<string, ValueFacts>();

  /** @param define the function's first line: its parameters are unknown */
  constructor(define: string) {
    if (define.includes(RANGE)) return;
    for (const name of localNames(define)) this.facts.set(name, OPEN);
  }

  of(operand: string): ValueFacts {
    if (isLocalName(operand)) return this.facts.get(operand) ?? NOTHING;
    const elements = constantElements(operand);
    if (elements === undefined || elements.some((value) => value < 0n)) return NOTHING;
    return { hasNoSign: true, isSmall: elements.every((value) => value < 1n << 23n) };
  }

  read(instruction: IrInstruction): void {
    const { result } = instruction;
    if (result !== undefined) this.facts.set(result, this.factsOf(instruction));
  }

  private factsOf(instruction: IrInstruction): ValueFacts {
    switch (instruction.opcode) {
      case 'load':
      case 'ptrtoint':
      case 'extractvalue':
      case 'atomicrmw':
      case 'call':
        return ofSource(instruction);
      case 'fptosi':
      case 'fptoui':
        return FLOATS.includes(elementType(instruction.type)) ? OPEN : NOTHING;
      case 'freeze':
      case 'extractelement':
        return this.ofNamed(instruction.typedOperands[0]?.value);
      case 'bitcast':
      case 'trunc':
      case 'zext':
      case 'sext':
        return this.ofConversion(instruction);
      default:
        return this.ofBinary(instruction);
    }
  }

  private ofNamed(operand = ''): ValueFacts {
    return isLocalName(operand) ? this.of(operand) : NOTHING;
  }

  private ofConversion({ opcode, cast }: IrInstruction): ValueFacts {
    if (!cast || !isLocalName(cast.value)) return NOTHING;
    const { isOpen = false, isSmall = false, hasNoSign = false } = this.of(cast.value);
    const bits = integerBits(cast.type);
    const isOpenWord = bits === 32 && isOpen;
    if (opcode === 'bitcast') return FLOATS.includes(elementType(cast.type)) || isOpen ? OPEN : NOTHING;
    if (opcode === 'trunc') return isOpen ? OPEN : NOTHING;
    if (opcode === 'sext') return { hasNoSign, isSmall, isOpenWord };
    return { hasNoSign: true, isSmall: isSmall || bits < 23, isOpenWord };
  }

  private ofBinary(instruction: IrInstruction): ValueFacts {
    switch (instruction.opcode) {
      case 'udiv':
      case 'urem':
        return { hasNoSign: true };
      case 'lshr':
        return shifted(instruction);
      case 'and':
        return this.ofAnd(instruction);
      case 'add':
      case 'sub':
      case 'mul':
      case 'xor':
      case 'shl':
      case 'or':
        return this.ofSum(instruction);
      default:
        return NOTHING;
    }
  }

  private ofAnd({ values: [a = '', b = ''] }: IrInstruction): ValueFacts {
    const [first, second] = [this.of(a), this.of(b)];
    if (first.isOpen && second.isOpen) return OPEN;
    return {
      hasNoSign: derived(a, first) || derived(b, second),
      isSmall: first.isSmall === true || second.isSmall === true,
    };
  }

  private ofSum(instruction: IrInstruction): ValueFacts {
    const { opcode, values } = instruction;
    if (!values.some((operand) => this.of(operand).isOpen)) return NOTHING;
    const isKnown = opcode === 'or' || instruction.hasFlag('nuw');
    return isKnown && values.some(isNegativeConstant) ? NOTHING : OPEN;
  }
}

/** True if an operand of `and` surely clears the sign. */
const derived = (operand: string, { hasNoSign, isSmall }: ValueFacts): boolean =>
  isSmall === true || (hasNoSign === true && !isLocalName(operand));

function shifted({ type, values: [, count = ''] }: IrInstruction): ValueFacts {
  const counts = constantElements(count);
  if (!counts || counts.some((bits) => bits < 1n)) return NOTHING;
  return { hasNoSign: true, isSmall: counts.every((bits) => integerBits(type) - Number(bits) <= 23) };
}
