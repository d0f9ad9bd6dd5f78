// Names inside operands and modifiers that are no registers, both ways: counters of s_waitcnt, hardware registers,
// messages, export targets, buffer formats, interpolation. The spelling is LLVM's.

import { elementOf, groupOf, isNonEmpty, type NonEmptyList } from '../../util/required.js';
import type { ReadNumber } from '../assembler/reader.js';
import { NO_WAIT, type WaitCounts } from '../rates.js';
import type { WaitCounter } from '../wave.js';
import { HARDWARE_REGISTERS } from './families/sopk.js';

const largest = ({ places }: WaitCounter): number => 2 ** places.reduce((sum, [, bits]) => sum + bits, 0) - 1;

function counterIn(simm16: number, { places }: WaitCounter): number {
  let [value, shift] = [0, 0];
  for (const [low, bits] of places) {
    value |= ((simm16 >> low) & (2 ** bits - 1)) << shift;
    shift += bits;
  }
  return value;
}

function withCounter(simm16: number, { places }: WaitCounter, value: number): number {
  let [result, rest] = [simm16, value];
  for (const [low, bits] of places) {
    const mask = 2 ** bits - 1;
    result = (result & ~(mask << low)) | ((rest & mask) << low);
    rest >>= bits;
  }
  return result;
}

const noWait = (counters: readonly WaitCounter[]): number =>
  counters.reduce((simm16, counter) => withCounter(simm16, counter, largest(counter)), 0);

/** The counters of a wait; a counter at its maximum is NO_WAIT. */
export function waitCounts(simm16: number, counters: readonly WaitCounter[]): WaitCounts {
  const [vm, exp, lgkm] = counters.map((counter) => {
    const value = counterIn(simm16, counter);
    return value === largest(counter) ? NO_WAIT : value;
  }) as [number, number, number];
  return { vm, exp, lgkm };
}

const hex = (value: number): string => `0x${value.toString(16)}`;

export function printWaitCounts(simm16: number, counters: readonly WaitCounter[]): string {
  const none = noWait(counters);
  if ((simm16 & ~none) !== 0 || simm16 === none) return hex(simm16);
  return counters
    .filter((counter) => counterIn(simm16, counter) !== largest(counter))
    .map((counter) => `${counter.name}(${counterIn(simm16, counter)})`)
    .join(' ');
}

/** `vmcnt(1) & lgkmcnt(0)` and the like, with `_sat` for at most the largest; undefined when it is something else. */
export function parseWaitCounts(text: string, read: ReadNumber, counters: readonly WaitCounter[]): number | undefined {
  let simm16 = noWait(counters);
  for (const part of text.split(/[\s&,]+(?=(?:vm|exp|lgkm)cnt)/)) {
    const match = /^(\w+?)(_sat)?\s*\((.*)\)$/.exec(part.trim());
    if (!match) return undefined;
    const counter = counters.find(({ name }) => name === match[1]);
    const value = read(groupOf(match, 3));
    if (!counter || value === undefined || value < 0 || (value > largest(counter) && !match[2])) return undefined;
    simm16 = withCounter(simm16, counter, Math.min(value, largest(counter)));
  }
  return simm16;
}

export const HWREG_NAMES: ReadonlyMap<number, string> = new Map<number, string>(
  Object.entries(HARDWARE_REGISTERS).map(([name, id]) => [id, `HW_REG_${name}`]),
);
const WHOLE_REGISTER = 31;

/** `hwreg(HW_REG_MODE, 0, 4)`: register, first bit, number of bits; without the last two, all 32. */
export function printHardwareRegister(simm16: number, names = HWREG_NAMES): string {
  const [id, offset, size] = [simm16 & 63, (simm16 >> 6) & 31, simm16 >> 11];
  const name = names.get(id) ?? String(id);
  return offset === 0 && size === WHOLE_REGISTER ? `hwreg(${name})` : `hwreg(${name}, ${offset}, ${size + 1})`;
}

export function parseHardwareRegister(text: string, read: ReadNumber, names = HWREG_NAMES): number | undefined {
  const args = callArguments('hwreg', text);
  if (!args || (args.length !== 1 && args.length !== 3)) return undefined;
  const [register, first, count] = args;
  const id = numberOrName(register, names, read);
  const offset = first === undefined ? 0 : read(first);
  const size = count === undefined ? 32 : read(count);
  if (offset === undefined || size === undefined) return undefined;
  const valid = id !== undefined && inRange(id, 0, 63) && inRange(offset, 0, 31) && inRange(size, 1, 32);
  return valid ? id | (offset << 6) | ((size - 1) << 11) : undefined;
}

const inRange = (value: number, low: number, high: number): boolean =>
  Number.isInteger(value) && value >= low && value <= high;

function callArguments(name: string, text: string): NonEmptyList<string> | undefined {
  const match = new RegExp(`^${name}\\s*\\((.*)\\)$`).exec(text.trim());
  const args = match ? groupOf(match, 1).split(',') : [];
  const trimmed = args.map((arg) => arg.trim());
  return isNonEmpty(trimmed) ? trimmed : undefined;
}

function numberOrName(text: string, names: ReadonlyMap<number, string>, read: ReadNumber): number | undefined {
  for (const [value, name] of names) if (name === text) return value;
  return read(text);
}

const GS = 2;
const GS_DONE = 3;
const SYSTEM = 15;
export const MESSAGES: ReadonlyMap<number, string> = new Map([
  [1, 'MSG_INTERRUPT'],
  [GS, 'MSG_GS'],
  [GS_DONE, 'MSG_GS_DONE'],
  [SYSTEM, 'MSG_SYSMSG'],
]);
const GS_OPERATIONS: ReadonlyMap<number, string> = new Map([
  [0, 'GS_OP_NOP'],
  [1, 'GS_OP_CUT'],
  [2, 'GS_OP_EMIT'],
  [3, 'GS_OP_EMIT_CUT'],
]);
const SYSTEM_OPERATIONS: ReadonlyMap<number, string> = new Map([
  [1, 'SYSMSG_OP_ECC_ERR_INTERRUPT'],
  [2, 'SYSMSG_OP_REG_RD'],
  [3, 'SYSMSG_OP_HOST_TRAP_ACK'],
  [4, 'SYSMSG_OP_TTRACE_PC'],
]);

/** `sendmsg(MSG_GS, GS_OP_EMIT, 0)`: message [3:0], operation [6:4], stream [9:8]. */
export function printMessage(simm16: number, messages = MESSAGES): string {
  const [id, operation, stream] = [simm16 & 15, (simm16 >> 4) & 7, (simm16 >> 8) & 3];
  if ((simm16 & ~0x37f) !== 0) return hex(simm16);
  const symbolic = symbolicMessage(messages, id, operation, stream);
  return `sendmsg(${symbolic ?? `${id}, ${operation}, ${stream}`})`;
}

/** The symbolic form, where the message allows this operation and stream. */
function symbolicMessage(
  messages: ReadonlyMap<number, string>,
  id: number,
  operation: number,
  stream: number,
): string | undefined {
  const name = messages.get(id);
  const bare = operation === 0 && stream === 0;
  if (id === SYSTEM && stream === 0) {
    const text = SYSTEM_OPERATIONS.get(operation);
    return text && `${name}, ${text}`;
  }
  if (id === GS || id === GS_DONE) {
    const text = GS_OPERATIONS.get(operation);
    if (text && operation !== 0) return `${name}, ${text}, ${stream}`;
    return id === GS_DONE && bare ? `${name}, ${text}` : undefined;
  }
  return name !== undefined && bare && id !== SYSTEM ? name : undefined;
}

export function parseMessage(text: string, read: ReadNumber, messages = MESSAGES): number | undefined {
  const args = callArguments('sendmsg', text);
  if (!args || args.length > 3) return undefined;
  const id = numberOrName(args[0], messages, read);
  if (id === undefined || !inRange(id, 0, 15)) return undefined;
  const operation =
    args[1] === undefined ? 0 : numberOrName(args[1], id === SYSTEM ? SYSTEM_OPERATIONS : GS_OPERATIONS, read);
  const stream = args[2] === undefined ? 0 : read(args[2]);
  if (operation === undefined || stream === undefined || !inRange(operation, 0, 7) || !inRange(stream, 0, 3))
    return undefined;
  return id | (operation << 4) | (stream << 8);
}

/** Ranges of export targets: first number, how many, name. */
const EXPORT_TARGETS = [
  [0, 8, 'mrt'],
  [12, 4, 'pos'],
  [32, 32, 'param'],
] as const;
const EXPORT_NAMES: ReadonlyMap<number, string> = new Map([
  [8, 'mrtz'],
  [9, 'null'],
]);

export function printExportTarget(target: number): string {
  const name = EXPORT_NAMES.get(target);
  if (name) return name;
  for (const [first, count, range] of EXPORT_TARGETS)
    if (target >= first && target < first + count) return `${range}${target - first}`;
  return `invalid_target_${target}`;
}

export function parseExportTarget(text: string): number | undefined {
  for (let target = 0; target < 64; target++) if (printExportTarget(target) === text) return target;
  return undefined;
}

const DATA_FORMATS = [
  ...['INVALID', '8', '16', '8_8', '32', '16_16', '10_11_11', '11_11_10', '10_10_10_2', '2_10_10_10', '8_8_8_8'],
  ...['32_32', '16_16_16_16', '32_32_32', '32_32_32_32', 'RESERVED_15'],
].map((name) => `BUF_DATA_FORMAT_${name}`);
const NUMBER_FORMATS = ['UNORM', 'SNORM', 'USCALED', 'SSCALED', 'UINT', 'SINT', 'SNORM_OGL', 'FLOAT'].map(
  (name) => `BUF_NUM_FORMAT_${name}`,
);
const DEFAULT_DATA = 1;
const DEFAULT_NUMBER = 0;

/** ` format:[...]` of a typed buffer instruction; empty for the default (8, UNORM). */
export function printBufferFormat(data: number, number: number): string {
  const parts = [
    ...(data === DEFAULT_DATA ? [] : [elementOf(DATA_FORMATS, data, 'data format')]),
    ...(number === DEFAULT_NUMBER ? [] : [elementOf(NUMBER_FORMATS, number, 'number format')]),
  ];
  return parts.length > 0 ? ` format:[${parts.join(',')}]` : '';
}

/** The text between the brackets of `format:[...]`. */
export function parseBufferFormat(text: string): { readonly data: number; readonly number: number } | undefined {
  let [data, number] = [DEFAULT_DATA, DEFAULT_NUMBER];
  for (const name of text.split(',').map((part) => part.trim())) {
    if (DATA_FORMATS.includes(name)) data = DATA_FORMATS.indexOf(name);
    else if (NUMBER_FORMATS.includes(name)) number = NUMBER_FORMATS.indexOf(name);
    else return undefined;
  }
  return { data, number };
}

const PARAMETERS = ['p10', 'p20', 'p0'];

/** The operands of v_interp_mov_f32. */
export const printParameter = (source: number): string => PARAMETERS[source] ?? `invalid_param_${source}`;

/** @param bits of the field */
export function parseParameter(text: string, bits = 8): number | undefined {
  const invalid = /^invalid_param_(\d+)$/.exec(text);
  const source = invalid ? Number(invalid[1]) : PARAMETERS.indexOf(text);
  return source >= 0 && source < 2 ** bits ? source : undefined;
}

const CHANNELS = 'xyzw';

export const printAttribute = (attribute: number, channel: number): string => `attr${attribute}.${CHANNELS[channel]}`;

export function parseAttribute(text: string): { readonly attr: number; readonly chan: number } | undefined {
  const match = /^attr(\d+)\.([xyzw])$/.exec(text);
  return match && Number(match[1]) < 64
    ? { attr: Number(match[1]), chan: CHANNELS.indexOf(groupOf(match, 2)) }
    : undefined;
}
