// One instruction of LLVM IR text, parsed on demand. Its lines are unchanged until a pass replaces them.

import { splitOperands, VALUE_NAME } from './lexical.js';
import { resultType } from './result-type.js';

const HEAD = new RegExp(`^ {2}(?:(${VALUE_NAME}) = )?((?:(?:tail|musttail|notail) )?)([a-z]\\w*)(?: |$)`);
const FLAGS =
  /^(?:(?:nuw|nsw|exact|disjoint|nneg|samesign|inbounds|nusw|volatile|fast|nnan|ninf|nsz|arcp|contract|afn|reassoc) )*/;
const PREDICATE = /^(?:[ou]?(?:eq|ne|gt|ge|lt|le)|[su](?:gt|ge|lt|le)|ord|uno|true|false) /;
const ATTACHED = /(?:, ![\w.]+ !\d+)*$/;
const OPENING = '<[{(';
const CLOSING = '>]})';

interface InstructionParts {
  readonly result: string | undefined;
  readonly opcode: string;
  readonly flags: string;
  readonly predicate: string;
  readonly operands: string;
  readonly attached: string;
}

function parse(line: string): InstructionParts {
  const [head = '', result, , opcode = ''] = HEAD.exec(line) ?? [];
  const attached = ATTACHED.exec(line)![0];
  const rest = line.slice(head.length, line.length - attached.length);
  const flags = FLAGS.exec(rest)![0];
  const isComparison = opcode === 'icmp' || opcode === 'fcmp';
  const predicate = (isComparison && PREDICATE.exec(rest.slice(flags.length))?.[0]) || '';
  return { result, opcode, flags, predicate, operands: rest.slice(flags.length + predicate.length), attached };
}

/** The length of the type at the start of a text. */
export function typeLength(text: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (OPENING.includes(character)) depth++;
    else if (CLOSING.includes(character)) depth--;
    else if (character === ' ' && depth === 0 && !text.startsWith(' addrspace(', at)) return at;
  }
  return text.length;
}

export class IrInstruction {
  private parts: InstructionParts | undefined;

  /** @param lines more than one for a list of cases */
  constructor(readonly lines: readonly string[]) {}

  private get parsed(): InstructionParts {
    this.parts ??= parse(this.lines[0]!);
    return this.parts;
  }

  /** The first line, or the only one. */
  get line(): string {
    return this.lines[0]!;
  }

  /** The name of its value, including `%`. */
  get result(): string | undefined {
    return this.parsed.result;
  }

  get opcode(): string {
    return this.parsed.opcode;
  }

  /** Flags between opcode and operands, each followed by a blank: `nuw nsw `. */
  get flags(): string {
    return this.parsed.flags;
  }

  /** Predicate of a comparison, without blank: `olt`. */
  get predicate(): string {
    return this.parsed.predicate.trimEnd();
  }

  /** Metadata at its end: `, !dbg !7`. */
  get attached(): string {
    return this.parsed.attached;
  }

  /** The first line without metadata of a kind. */
  withoutMetadata(kind: string): string {
    const { line } = this;
    if (!line.includes(` !${kind} `)) return line;
    const { attached } = this;
    const others = attached.split(', ').filter((one) => one !== '' && !one.startsWith(`!${kind} `));
    return line.slice(0, line.length - attached.length) + others.map((one) => `, ${one}`).join('');
  }

  /** The text after the name of its value, with metadata. */
  get text(): string {
    const { result } = this.parsed;
    return result === undefined ? this.line.trim() : this.line.slice(`  ${result} = `.length);
  }

  /** The type before its operands. */
  get type(): string {
    const { operands } = this.parsed;
    return operands.slice(0, typeLength(operands));
  }

  /** The type of its value; undefined if the text does not contain it. */
  get resultType(): string | undefined {
    return resultType(this.text);
  }

  /** Operands with a common type, as in arithmetic. */
  get values(): readonly string[] {
    return splitOperands(this.parsed.operands.slice(this.type.length));
  }

  /** Operands with one type each. */
  get operands(): readonly string[] {
    return splitOperands(this.parsed.operands);
  }

  /** The line with replaced operands of the same type. */
  withValues(values: readonly string[]): string {
    const { result, opcode, flags, predicate, attached } = this.parsed;
    const name = result === undefined ? '' : `${result} = `;
    return `  ${name}${opcode} ${flags}${predicate}${this.type} ${values.join(', ')}${attached}`;
  }
}

/** An operand's text without its type. */
export const untyped = (operand: string): string => operand.slice(typeLength(operand)).trimStart();

export interface IrCast {
  readonly type: string;
  readonly value: string;
  readonly target: string;
}

const TO = ' to ';

/** The operand and types of a conversion; undefined for other instructions. */
export function castOf({ operands: [text = ''] }: IrInstruction): IrCast | undefined {
  const at = text.lastIndexOf(TO);
  if (at < 0) return undefined;
  const operand = text.slice(0, at);
  const value = untyped(operand);
  return { type: operand.slice(0, operand.length - value.length).trimEnd(), value, target: text.slice(at + TO.length) };
}
