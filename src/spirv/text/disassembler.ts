// SPIR-V as text, in the form of SPIRV-Tools with ids as numbers: spirv-as reads it.

import { enumerantName, spirvGrammar } from '../grammar/tables.js';
import { isIdKind, type NumberType, type SpirvInstruction, type SpirvModule, type SpirvOperand } from '../module.js';
import { bitsOf } from '../operand-reader.js';
import { generatorText } from './generators.js';
import { floatText } from './numbers.js';

/** Columns before an instruction, with its result. */
const INDENTATION = 15;
const ASSIGNMENT = ' = ';

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

function numberText({ value, bits = BigInt(value) }: SpirvOperand, type: NumberType | undefined): string {
  if (type === undefined) return bits.toString();
  if (type.isFloat) return floatText(bits, type.width) ?? bits.toString();
  return (type.isSigned ? BigInt.asIntN(type.width, bits) : bits).toString();
}

function enumeratedText(kind: string, value: number): string {
  const isMask = spirvGrammar().enumerations.get(kind)?.isMask;
  const values = isMask ? bitsOf(value) : [value];
  return values.map((each) => enumerantName(kind, each)).join('|');
}

class ModuleText {
  private readonly types = new Map<number, number>();

  constructor(private readonly module: SpirvModule) {
    for (const { type, result } of module.instructions) if (type !== 0) this.types.set(result, type);
  }

  private numberType({ name, type, operands }: SpirvInstruction): NumberType | undefined {
    const id = name === 'Switch' ? this.types.get(operands[0]?.value ?? 0) : type;
    return this.module.numbers.get(id ?? 0);
  }

  private operandText(operand: SpirvOperand, instruction: SpirvInstruction): string {
    const { kind, value, text } = operand;
    if (isIdKind(kind)) return `%${value}`;
    if (kind === 'S') return quoted(text ?? '');
    if (kind === 'LiteralContextDependentNumber') return numberText(operand, this.numberType(instruction));
    if (kind === 'LiteralExtInstInteger') return text ?? String(value);
    if (kind === 'LiteralSpecConstantOpInteger') return spirvGrammar().instructions.get(value)?.name ?? String(value);
    return kind === 'L' ? String(value) : enumeratedText(kind, value);
  }

  line(instruction: SpirvInstruction): string {
    const { name, type, result, operands } = instruction;
    const column = INDENTATION - ASSIGNMENT.length;
    const start = result === 0 ? ' '.repeat(INDENTATION) : `${`%${result}`.padStart(column)}${ASSIGNMENT}`;
    const words = operands.map((operand) => this.operandText(operand, instruction));
    return `${start}${[`Op${name}`, ...(type === 0 ? [] : [`%${type}`]), ...words].join(' ')}`;
  }
}

/** Each line of a module's instructions. */
export function spirvLines(module: SpirvModule): string[] {
  const text = new ModuleText(module);
  return module.instructions.map((instruction) => text.line(instruction));
}

export function disassembleSpirv(module: SpirvModule): string {
  const { major, minor, generator, bound, schema } = module;
  const head = [
    '; SPIR-V',
    `; Version: ${major}.${minor}`,
    `; Generator: ${generatorText(generator)}`,
    `; Bound: ${bound}`,
    `; Schema: ${schema}`,
  ];
  return `${[...head, ...spirvLines(module)].join('\n')}\n`;
}
