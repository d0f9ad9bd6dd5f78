// Facts that LLVM may derive about the upper bits of integers in LLVM IR text: an upper bound, instruction by
// instruction.
import { VALUE_NAME as NAME, splitOperands } from './lexical.js';

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
const DEFINITION = new RegExp(`^  (${NAME}) = (.*)$`);
const FLAGS = '((?:(?:nsw|nuw|exact|disjoint|nneg|samesign|tail|musttail|notail) )*)';
const TYPE = '(<\\d+ x \\S+>|\\S+)';
const SOURCE =
  /^(?:(?:load|ptrtoint|extractvalue|atomicrmw|fpto[su]i (?:<\d+ x )?(?:float|double))\b|(?:tail |musttail |notail )?call )/;
const BINARY = new RegExp(`^(add|sub|mul|xor|shl|and|or|lshr|udiv|urem) ${FLAGS}${TYPE} (.*?)(?:, ![a-z.]+ !\\d+)*$`);
const CONVERSION = new RegExp(`^(zext|sext|trunc|bitcast) ${FLAGS}${TYPE} (${NAME}) to `);
const SAME = new RegExp(`^(?:freeze ${TYPE} |extractelement (?:<[^>]*>) )(${NAME})`);

/** Elements of an integer constant; undefined for other operands. */
export function constantElements(text: string): readonly bigint[] | undefined {
  if (text.startsWith('%')) return undefined;
  if (text === 'zeroinitializer') return [0n];
  const words = text.replace(/\bi\d+ /g, '').match(/-?\d+|[a-z]+/g) ?? [];
  const elements = words.filter((word) => word !== 'splat');
  return elements.length > 0 && elements.every((word) => /\d/.test(word)) ? elements.map(BigInt) : undefined;
}

const widthOf = (type: string): number => Number(/i(\d+)>?$/.exec(type)?.[1] ?? 0);

function ofSource(text: string): ValueFacts {
  if (/!range |\brange\(/.test(text)) return NOTHING;
  if (!text.includes(' @llvm.')) return OPEN;
  return /@llvm\.(?:ct(?:pop|lz|tz)\.|amdgcn\.workitem\.id)/.test(text) ? { hasNoSign: true, isSmall: true } : NOTHING;
}

/** Facts of a function's values, in the order of its lines. */
export class FactReader {
  private readonly facts = new Map<string, ValueFacts>();

  of(operand: string): ValueFacts {
    const elements = constantElements(operand);
    if (elements === undefined) return this.facts.get(operand) ?? NOTHING;
    if (elements.some((value) => value < 0n)) return NOTHING;
    return { hasNoSign: true, isSmall: elements.every((value) => value < 1n << 23n) };
  }

  read(line: string): void {
    if (line.startsWith('define ')) return this.begin(line);
    const [, name, text] = DEFINITION.exec(line) ?? [];
    if (name !== undefined) this.facts.set(name, this.factsOf(text!));
  }

  /** Starts a function: its parameters are unknown. */
  private begin(line: string): void {
    this.facts.clear();
    if (/\brange\(/.test(line)) return;
    for (const [name] of line.matchAll(new RegExp(NAME, 'g'))) this.facts.set(name, OPEN);
  }

  private factsOf(text: string): ValueFacts {
    if (SOURCE.test(text)) return ofSource(text);
    const same = SAME.exec(text);
    if (same) return this.of(same[2]!);
    const conversion = CONVERSION.exec(text);
    if (conversion) return this.ofConversion(conversion);
    const binary = BINARY.exec(text);
    return binary ? this.ofBinary(binary) : NOTHING;
  }

  private ofConversion([, operation, , type = '', operand = '']: RegExpExecArray): ValueFacts {
    const { isOpen = false, isSmall = false, hasNoSign = false } = this.of(operand);
    const isWord = widthOf(type) === 32;
    if (operation === 'bitcast') return /float|double/.test(type) || isOpen ? OPEN : NOTHING;
    if (operation === 'trunc') return isOpen ? OPEN : NOTHING;
    if (operation === 'zext')
      return { hasNoSign: true, isSmall: isSmall || widthOf(type) < 23, isOpenWord: isWord && isOpen };
    return { hasNoSign, isSmall, isOpenWord: isWord && isOpen };
  }

  private ofBinary([, operation, flags = '', type = '', operands = '']: RegExpExecArray): ValueFacts {
    const [a = '', b = ''] = splitOperands(operands);
    const [first, second] = [this.of(a), this.of(b)];
    const isOpen = Boolean(first.isOpen || second.isOpen);
    const isNegative = [a, b].some((text) => constantElements(text)?.some((value) => value < 0n));
    switch (operation) {
      case 'udiv':
      case 'urem':
        return { hasNoSign: true };
      case 'lshr':
        return shifted(constantElements(b), widthOf(type));
      case 'and':
        if (first.isOpen && second.isOpen) return OPEN;
        return {
          hasNoSign: Boolean(derived(a, first) || derived(b, second)),
          isSmall: Boolean(first.isSmall || second.isSmall),
        };
      case 'or':
        return isOpen && !isNegative ? OPEN : NOTHING;
      default:
        return isOpen && !(isNegative && flags.includes('nuw')) ? OPEN : NOTHING;
    }
  }
}

/** True if an operand of `and` surely clears the sign. */
const derived = (text: string, { hasNoSign, isSmall }: ValueFacts): boolean =>
  isSmall === true || (hasNoSign === true && !text.startsWith('%'));

function shifted(count: readonly bigint[] | undefined, width: number): ValueFacts {
  if (!count || count.some((bits) => bits < 1n)) return NOTHING;
  return { hasNoSign: true, isSmall: count.every((bits) => width - Number(bits) <= 23) };
}
