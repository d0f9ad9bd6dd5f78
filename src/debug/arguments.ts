// Arguments of the launch by their names: values, and elements of the buffers behind pointers.

import { allocatedLds } from '../emulator/launch.js';
import { PERMISSION } from '../emulator/memory.js';
import type { KernelArgument } from '../launch/argument.js';
import { type ArgumentBuffer, argumentBuffers } from '../launch/launch-context.js';
import { readMemory } from './inspect.js';
import { hex, hex32 } from './numbers.js';
import type { PrintFormat } from './print-format.js';
import { numberOf, type Prompt } from './prompt.js';
import { refuse } from './refuse.js';
import { type ElementType, elementText, elementType, pointee, scalarBytes } from './values.js';

/** Elements that are shown at once; without a number, the first of them. */
const MAX_SHOWN = 256;
const FIRST_SHOWN = 16;

/** Elements of an argument's buffer, or a number of them in LDS. */
export interface Elements {
  readonly text: string;
  readonly space: 'memory' | 'lds';
  /** Offset in GPU memory or LDS. */
  readonly start: number;
  readonly first: number;
  readonly count: number;
  readonly type: ElementType;
}

/** Address in GPU memory of an argument's buffer; undefined where no argument with a buffer has the name. */
export function bufferStart(prompt: Prompt, name: string): number | undefined {
  const index = argumentNamed(prompt, name);
  return index < 0 ? undefined : bufferOf(prompt, index)?.start;
}

const bufferOf = ({ launchContext, selected }: Prompt, index: number): ArgumentBuffer | undefined =>
  argumentBuffers(launchContext, selected.memory).find((each) => each.index === index);

function valueText(
  { launchContext }: Prompt,
  { typeName, offset, size }: KernelArgument,
  format?: PrintFormat,
): string {
  const type = elementType(typeName);
  if (!type || offset + type.size > launchContext.segment.length) {
    const bytes = [...launchContext.segment.subarray(offset, offset + size)];
    return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
  }
  return elementText(launchContext.segment, offset, type, format);
}

function wordAt({ launchContext }: Prompt, offset: number): number {
  const { segment } = launchContext;
  return offset + 4 <= segment.length ? new DataView(segment.buffer, segment.byteOffset).getUint32(offset, true) : 0;
}

/** An argument and its target. */
export interface ArgumentSummary {
  /** Its value, or what memory it names. */
  readonly value: string;
  /** Offset in GPU memory of the buffer. */
  readonly address?: number;
}

export function argumentSummary(prompt: Prompt, argument: KernelArgument, index: number): ArgumentSummary {
  const { kind, offset } = argument;
  if (kind === 'value') return { value: valueText(prompt, argument) };
  if (kind === 'local') return { value: `LDS from ${wordAt(prompt, offset)} on` };
  if (kind === 'image' || kind === 'sampler') return { value: kind };
  const buffer = bufferOf(prompt, index);
  if (!buffer) return { value: wordAt(prompt, offset) === 0 ? 'NULL' : 'memory that is not allocated' };
  return { value: `${buffer.size} bytes at ${hex32(buffer.start)}`, address: buffer.start };
}

/** Number of elements of an argument's buffer; 0 where it is unknown. */
export function argumentElements(prompt: Prompt, argument: KernelArgument): number {
  const type = pointee(argument.typeName);
  if (!type || argument.name === '') return 0;
  const rest = allocatedLds(prompt.selected.workGroup.launch) - wordAt(prompt, argument.offset);
  const size =
    argument.kind === 'local' ? rest : bufferOf(prompt, prompt.launchContext.arguments.indexOf(argument))?.size;
  return Math.max(0, Math.floor((size ?? 0) / type.size));
}

/** `global int* a: 4096 bytes at 0x40001000`. */
function argumentText(prompt: Prompt, argument: KernelArgument, index: number): string {
  const { name, typeName, kind } = argument;
  const { value } = argumentSummary(prompt, argument, index);
  return `${index}  ${typeName} ${name || '(unnamed)'}${kind === 'value' ? ' =' : ':'} ${value}`;
}

export function argumentLines(prompt: Prompt): string[] {
  const { arguments: all } = prompt.launchContext;
  if (all.length === 0) return ['the arguments are unknown'];
  return all.map((argument, index) => argumentText(prompt, argument, index));
}

/** An argument of that name. */
const argumentNamed = ({ launchContext }: Prompt, name: string): number =>
  launchContext.arguments.findIndex((each) => each.name === name);

/** True if a text begins with the name of an argument. */
export function isArgument(prompt: Prompt, text: string): boolean {
  const name = /^[A-Za-z_]\w*/.exec(text)?.[0];
  return name !== undefined && argumentNamed(prompt, name) >= 0;
}

/**
 * `a[5]`, `a[2..9]`, `a` (all of it); a number may name registers.
 * @throws AtollError BAD_INPUT when it is no pointer, or its type is not known, or beyond the buffer
 */
export function elementsNamed(prompt: Prompt, text: string): Elements {
  const [, name = '', inside] = /^\s*([A-Za-z_]\w*)\s*(?:\[(.+)\])?\s*$/.exec(text) ?? [];
  const index = argumentNamed(prompt, name);
  const argument = prompt.launchContext.arguments[index];
  if (!argument) return refuse(`'${text}' is not an argument of the kernel`);
  const type =
    pointee(argument.typeName) ?? refuse(`${name} is ${argument.typeName}: select elements of scalars or vectors`);
  const isLocal = argument.kind === 'local';
  const buffer = isLocal ? undefined : bufferOf(prompt, index);
  if (!isLocal && !buffer) refuse(`${name} does not point to a buffer`);
  const room = argumentElements(prompt, argument);
  const [from, to] = (inside ?? `0..${Math.max(room - 1, 0)}`).split('..') as [string, string | undefined];
  const first = numberOf(prompt, from);
  const last = to === undefined ? first : numberOf(prompt, to);
  if (last < first) refuse(`'${text.trim()}': the first index must not exceed the last`);
  if (last >= room) refuse(`${name} has ${room} elements`);
  return {
    text: text.trim(),
    space: isLocal ? 'lds' : 'memory',
    start: (buffer?.start ?? wordAt(prompt, argument.offset)) + first * type.size,
    first,
    count: last - first + 1,
    type,
  };
}

function bytesOf(prompt: Prompt, { space, start, count, type }: Elements): Uint8Array {
  const size = count * type.size;
  if (space === 'memory') return readMemory(prompt.selected, start, size);
  const { lds } = prompt.selected.workGroup;
  return start + size <= lds.length
    ? lds.slice(start, start + size)
    : refuse('the range exceeds the LDS of a work-group');
}

/** Current value of an argument, or of elements of it. @throws AtollError BAD_INPUT */
export function argumentValue(prompt: Prompt, text: string, format?: PrintFormat): string[] {
  const index = argumentNamed(prompt, text.trim());
  const argument = prompt.launchContext.arguments[index];
  if (argument && argument.kind !== 'global' && argument.kind !== 'constant' && argument.kind !== 'local')
    return [`${argument.name} = ${valueText(prompt, argument, format)}`];
  const elements = elementsNamed(prompt, text);
  const { type, first } = elements;
  const count = Math.min(elements.count, text.includes('[') ? MAX_SHOWN : FIRST_SHOWN);
  const bytes = bytesOf(prompt, { ...elements, count });
  const texts = Array.from({ length: count }, (_, k) => elementText(bytes, k * type.size, type, format));
  if (count === 1) return [`${elements.text} = ${texts[0]}`];
  const name = elements.text.replace(/\W.*$/s, '');
  const rows = Math.ceil(count / 8);
  const shown = Array.from(
    { length: rows },
    (_, row) => `${name}[${first + 8 * row}..] = ${texts.slice(8 * row, 8 * row + 8).join('  ')}`,
  );
  const left = elements.count - count;
  return left > 0 && text.includes('[') ? [...shown, `${left} more from ${name}[${first + count}] on`] : shown;
}

/** Address of an element. @throws AtollError BAD_INPUT */
export function argumentAddress(prompt: Prompt, text: string): string {
  const { space, start } = elementsNamed(prompt, text);
  return `&${text} = ${space === 'lds' ? `lds ${hex(start)}` : hex32(start)}`;
}

/** Changes one element. @throws AtollError BAD_INPUT */
export function setElement(prompt: Prompt, text: string, value: string): void {
  const elements = elementsNamed(prompt, text);
  if (elements.count !== 1) refuse('select one element, as in a[5]');
  const { type, start, space } = elements;
  const values = value.replace(/^\s*\(|\)\s*$/g, '').split(',');
  if (values.length !== type.count) refuse(`${elements.text} has ${type.count} components`);
  const { memory, workGroup } = prompt.selected;
  if (space === 'memory' && !memory.allows(start, type.size, PERMISSION.write)) refuse(`${text} cannot be written`);
  const target = space === 'memory' ? memory.u8 : workGroup.lds;
  const parts = values.map((each) => scalarBytes(each, type.scalar));
  parts.forEach((bytes, k) => {
    target.set(bytes, start + k * type.scalar.bytes);
  });
}
