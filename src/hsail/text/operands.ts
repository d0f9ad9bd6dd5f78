// The text of operands.

import { addressBits } from '../brig/addresses.js';
import {
  ADDRESSINGS,
  type BrigEnum,
  CHANNEL_ORDERS,
  CHANNEL_TYPES,
  COORDINATES,
  FILTERS,
  GEOMETRIES,
  REGISTER_KINDS,
  spellingOf,
  TYPES,
} from '../brig/enums.js';
import { type BrigEntry, type BrigModule, listAt, stringAt } from '../brig/module.js';
import { elementOf, isFloat, typeName } from '../brig/types.js';
import { alignmentText, constantText, stringText } from './values.js';

export const nameAt = (module: BrigModule, code: number): string =>
  stringAt(module, module.code.get(code)?.values['name'] ?? 0);

const registerText = ({ values }: BrigEntry): string =>
  `$${spellingOf(REGISTER_KINDS, values['regKind']!)![0]}${values['regNum']}`;

/** True if an address has 32 bits: by the segment of its symbol, or by its register. */
function isNarrow(module: BrigModule, { values }: BrigEntry, isLarge: boolean): boolean {
  const symbol = module.code.get(values['symbol']!);
  if (symbol !== undefined) return addressBits(symbol.values['segment'], isLarge) === 32;
  const register = module.operands.get(values['reg']!);
  return register === undefined ? !isLarge : register.values['regKind'] === REGISTER_KINDS.single;
}

function addressText(module: BrigModule, operand: BrigEntry, isLarge: boolean): string {
  const { values, wide } = operand;
  const symbol = values['symbol'] === 0 ? '' : `[${nameAt(module, values['symbol']!)}]`;
  const bits = isNarrow(module, operand, isLarge) ? 32 : 64;
  const offset = BigInt.asIntN(bits, wide['offset']!);
  const register = module.operands.get(values['reg']!);
  if (register !== undefined) {
    const sign = offset > 0n ? '+' : '';
    return `${symbol}[${registerText(register)}${offset === 0n ? '' : `${sign}${offset}`}]`;
  }
  if (symbol !== '' && offset === 0n) return symbol;
  return symbol !== '' && offset < 0n ? `${symbol}[${offset}]` : `${symbol}[${wide['offset']}]`;
}

/** Properties in parentheses, those that are 0 without a meaning left out. */
function properties(type: number, parts: readonly (readonly [string, string | undefined])[]): string {
  const shown = parts.filter(([, value]) => value !== undefined && value !== '0');
  return `${typeName(type)}(${shown.map(([name, value]) => `${name} = ${value}`).join(', ')})`;
}

function imageText({ values, wide }: BrigEntry): string {
  const of = (table: BrigEnum, field: string) => spellingOf(table, values[field]!);
  return properties(values['type']!, [
    ['geometry', of(GEOMETRIES, 'geometry')],
    ...['width', 'height', 'depth', 'array'].map((name) => [name, String(wide[name])] as const),
    ['channel_type', of(CHANNEL_TYPES, 'channelType')],
    ['channel_order', of(CHANNEL_ORDERS, 'channelOrder')],
  ]);
}

function samplerText({ values }: BrigEntry): string {
  return properties(values['type']!, [
    ['coord', spellingOf(COORDINATES, values['coord']!)],
    ['filter', spellingOf(FILTERS, values['filter']!)],
    ['addressing', spellingOf(ADDRESSINGS, values['addressing']!)],
  ]);
}

const constantOf = (module: BrigModule, { values }: BrigEntry, typed: boolean): string =>
  constantText(module.data.get(values['bytes']!)!, values['type']!, typed);

function listText(module: BrigModule, operand: BrigEntry, isLarge: boolean): string {
  const type = operand.values['type'] ?? TYPES.none;
  const elements = listAt(module, operand.values['elements']!).map((offset) => module.operands.get(offset)!);
  const isAggregate = operand.kind === 'operand_constant_operand_list' && type === TYPES.none;
  const texts = elements.map((element) =>
    isAggregate && element.kind === 'operand_constant_bytes'
      ? constantOf(module, element, true)
      : operandText(module, element, isLarge),
  );
  if (operand.kind === 'operand_operand_list') return `(${texts.join(', ')})`;
  return isAggregate ? `{${texts.join(', ')}}` : `${typeName(elementOf(type))}[](${texts.join(', ')})`;
}

/** The text of an operand. @param isLarge the machine model */
export function operandText(module: BrigModule, operand: BrigEntry, isLarge: boolean): string {
  const { kind, values } = operand;
  const names = () => listAt(module, values['elements']!).map((offset) => nameAt(module, offset));
  const texts: Readonly<Record<string, () => string>> = {
    operand_register: () => registerText(operand),
    operand_address: () => addressText(module, operand, isLarge),
    operand_wavesize: () => 'WAVESIZE',
    operand_constant_bytes: () => constantOf(module, operand, false),
    operand_code_list: () => `(${names().join(', ')})`,
    operand_code_ref: () => nameAt(module, values['ref']!),
    operand_constant_image: () => imageText(operand),
    operand_constant_sampler: () => samplerText(operand),
    operand_operand_list: () => listText(module, operand, isLarge),
    operand_constant_operand_list: () => listText(module, operand, isLarge),
    operand_string: () => stringText(stringAt(module, values['string']!)),
    operand_align: () => `align(${alignmentText(values['align']!)})`,
  };
  return texts[kind]!();
}

/** Operands of pragmas: the type is written unless the text alone gives it. */
export function pragmaOperandText(module: BrigModule, operand: BrigEntry, isLarge: boolean): string {
  if (operand.kind !== 'operand_constant_bytes') return operandText(module, operand, isLarge);
  const type = operand.values['type']!;
  return constantOf(module, operand, type !== TYPES.u64 && !isFloat(type));
}
