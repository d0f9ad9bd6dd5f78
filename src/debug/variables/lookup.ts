// Variables of the source by name, where a wavefront stands, and paths into them: `x`, `s.b[1]`, `p->next`, `v.y`,
// `*p`.

import type { Wavefront } from '../../emulator/wavefront.js';
import type { SourceType, SourceVariable } from '../../source/variables.js';
import type { Prompt } from '../prompt.js';
import { refuse } from '../refuse.js';
import { evaluateLocation, type LocationValue } from './location.js';
import { readPlace } from './spaces.js';
import { componentsOf, part, sizeOf } from './text.js';

/** A variable of a function on the stack. */
export interface StackVariable {
  readonly variable: SourceVariable;
  /** Level of the function; 0 is the innermost. */
  readonly level: number;
}

/** A value and its type, as an index. */
export interface TypedValue {
  readonly type: number;
  readonly value: LocationValue;
  /** The compiler has left it out here: this is what the launch has given for it. */
  readonly launched?: true;
}

const offsetIn = ({ pc, workGroup }: Wavefront): number => pc - workGroup.launch.codeAddress;

export const typesOf = (prompt: Prompt): readonly SourceType[] => prompt.launchContext.where.info.types ?? [];

/** Variables that are visible at the selected wavefront: of each name the innermost, the innermost function first. */
export function visibleVariables(prompt: Prompt): StackVariable[] {
  return prompt.launchContext.where.variablesAt(offsetIn(prompt.selected)).flatMap((variables, level) => {
    const names = new Map(variables.map((variable) => [variable.name, variable]));
    return [...names.values()].map((variable) => ({ variable, level }));
  });
}

export const variableNamed = (prompt: Prompt, name: string): StackVariable | undefined =>
  visibleVariables(prompt).find(({ variable }) => variable.name === name);

/** The lane that is looked at: the chosen one, or the first that is switched on. */
export function laneOf({ lane, selected }: Prompt): number {
  if (lane !== undefined) return lane;
  const { exec } = selected;
  return exec === 0n ? 0 : (exec & -exec).toString(2).length - 1;
}

/**
 * An argument of the kernel that is nowhere: what the launch has given for it, which the kernel may have changed for
 * itself since.
 */
function launchedValue(
  { launchContext }: Prompt,
  { name, type }: SourceVariable,
  size: number,
): TypedValue | undefined {
  const argument = launchContext.arguments.find((each) => each.name === name);
  const isReadable =
    argument && ['value', 'global', 'constant', 'local'].includes(argument.kind) && argument.size === size;
  if (!isReadable || argument.offset + size > launchContext.segment.length) return undefined;
  const bytes = launchContext.segment.slice(argument.offset, argument.offset + size);
  return { type, value: { bytes, validity: new Uint8Array(size).fill(1), homes: [] }, launched: true };
}

/** The value of a variable in a lane. @returns `unknown` where its location is unknown */
export function variableValue(
  prompt: Prompt,
  { variable, level }: StackVariable,
  lane: number,
): TypedValue | 'unknown' {
  const { name, type, locations, parameter } = variable;
  const offset = offsetIn(prompt.selected);
  const location = locations.find(({ start, end }) => offset >= start && offset < end);
  const size = sizeOf(typesOf(prompt)[type]);
  if (size > MAX_BYTES) return refuse(`${name} has ${size} bytes`);
  if (location) {
    const value = evaluateLocation(prompt.selected, lane, location.expression, size);
    return value ? { type, value } : 'unknown';
  }
  const isKernels = parameter && level === (prompt.launchContext.where.at(offset)?.length ?? 0) - 1;
  const launched = isKernels ? launchedValue(prompt, variable, size) : undefined;
  return launched ?? { type, value: { bytes: new Uint8Array(size), validity: new Uint8Array(size), homes: [] } };
}

const MAX_BYTES = 1 << 20;
const PATH = /^(\**)\s*([A-Za-z_$]\w*)((?:\s*(?:\.|->)\s*\w+|\s*\[[^[\]]+\])*)$/;
/** An index that a variable gives: `i`, `s.n + 1`. */
const INDEX = /\[\s*([A-Za-z_][\w.]*)\s*(?:([+-])\s*(\d+)\s*)?\]/;
const STEP = /(\.|->)\s*(\w+)|\[\s*(\d+)\s*\]/g;

/** The name that a path begins with; undefined for what is no path. */
export const rootOf = (text: string): string | undefined => PATH.exec(text.trim())?.[2];

/** Follows paths in one lane. */
class Walk {
  private readonly types: readonly SourceType[];

  constructor(
    private readonly prompt: Prompt,
    private readonly lane: number,
  ) {
    this.types = typesOf(prompt);
  }

  /** Target of a pointer, `index` elements further. */
  pointed({ type, value }: TypedValue, index: number, text: string): TypedValue {
    const pointer = this.types[type];
    if (pointer?.kind !== 'pointer') return refuse(`${text} is not a pointer`);
    if (value.validity.includes(0)) return refuse(`${text} is optimized out`);
    const size = sizeOf(this.types[pointer.target]);
    if (size === 0 || size > MAX_BYTES) return refuse(`the size of the target of ${text} is unknown`);
    const address = Number(value.bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n)) + index * size;
    const place = { space: pointer.space, address };
    const bytes = readPlace(this.prompt.selected, this.lane, place, size);
    if (!bytes) return refuse(`${size} bytes at ${pointer.space} 0x${address.toString(16)} are not all allocated`);
    const homes = [{ start: 0, size, storage: place }];
    return { type: pointer.target, value: { bytes, validity: new Uint8Array(size).fill(1), homes } };
  }

  member({ type, value }: TypedValue, name: string, text: string): TypedValue {
    const whole = this.types[type];
    const all = whole ? componentsOf(this.types, whole) : [];
    const field = whole?.kind === 'vector' ? `[${vectorIndex(name)}]` : name;
    const match = all.find((component) => component.name === field);
    if (!match) return refuse(`${text} has no member '${name}'`);
    return { type: match.type, value: part(value, match.offset, sizeOf(this.types[match.type])) };
  }

  /** One more index; of arrays of several dimensions they all come together. */
  elements(typed: TypedValue, inside: readonly number[], text: string): TypedValue {
    const whole = this.types[typed.type];
    if (whole?.kind === 'pointer') {
      const [first = 0, ...rest] = inside;
      const target = this.pointed(typed, first, text);
      return rest.length > 0 ? this.elements(target, rest, text) : target;
    }
    if (whole?.kind !== 'array' && whole?.kind !== 'vector') return refuse(`${text} has no elements`);
    const { counts } = whole;
    if (inside.length < counts.length) return refuse(`${text} has ${counts.length} dimensions: give all indices`);
    const subscript = `[${inside.slice(0, counts.length).join('][')}]`;
    const component = componentsOf(this.types, whole).find(({ name }) => name === subscript);
    if (!component) return refuse(`${text} has ${counts.join(' by ')} elements`);
    const element = {
      type: component.type,
      value: part(typed.value, component.offset, sizeOf(this.types[component.type])),
    };
    const rest = inside.slice(counts.length);
    return rest.length > 0 ? this.elements(element, rest, text) : element;
  }
}

/** `.x` to `.w`, and `.s0` to `.sf`. */
function vectorIndex(name: string): number {
  const letter = 'xyzw'.indexOf(name);
  if (name.length === 1 && letter >= 0) return letter;
  return /^s[0-9a-f]$/i.test(name) ? Number.parseInt(name.slice(1), 16) : -1;
}

/** Steps whose indices are numbers. */
function withNumbers(prompt: Prompt, text: string, lane: number): string {
  return text.replace(/\[[^[\]]+\]/g, (index) => {
    if (/^\[\s*\d+\s*\]$/.test(index)) return index;
    const [, path = '', sign = '+', more = '0'] =
      INDEX.exec(index) ?? refuse(`'${index}' is not an index: use a number, a variable, or a variable plus a number`);
    const number = wholeNumber(prompt, path, lane) + Number(`${sign}${more}`);
    return number < 0 ? refuse(`${index} is ${number} here`) : `[${number}]`;
  });
}

function wholeNumber(prompt: Prompt, path: string, lane: number): number {
  const value = evaluatePath(prompt, path, lane);
  const type = value === 'unknown' ? undefined : typesOf(prompt)[value.type];
  if (value === 'unknown' || (type?.kind !== 'signed' && type?.kind !== 'unsigned') || value.value.validity.includes(0))
    return refuse(`${path} is not an integer with a known value here`);
  const bits = value.value.bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  return Number(type.kind === 'signed' ? BigInt.asIntN(8 * type.size, bits) : bits);
}

interface Step {
  readonly arrow: boolean;
  readonly member: string | undefined;
  readonly indices: readonly number[];
}

/** Members, and all indices that follow one another. */
function stepsOf(text: string): Step[] {
  const steps: Step[] = [];
  for (const [, dot, member, index] of text.matchAll(STEP)) {
    const last = steps.at(-1);
    if (index !== undefined && last?.member === undefined && last)
      steps[steps.length - 1] = { ...last, indices: [...last.indices, Number(index)] };
    else steps.push({ arrow: dot === '->', member, indices: index === undefined ? [] : [Number(index)] });
  }
  return steps;
}

/**
 * The value of a path in a lane.
 * @returns `unknown` where the location of the variable is unknown;
 * @throws AtollError BAD_INPUT
 */
export function evaluatePath(prompt: Prompt, text: string, lane: number): TypedValue | 'unknown' {
  const [, stars = '', name = '', path = ''] = PATH.exec(text.trim()) ?? [];
  const rest = withNumbers(prompt, path, lane);
  const variable = variableNamed(prompt, name) ?? refuse(`'${text}' is not a variable here`);
  const value = variableValue(prompt, variable, lane);
  if (value === 'unknown') return value;
  const walk = new Walk(prompt, lane);
  let typed = value;
  for (const { arrow, member, indices } of stepsOf(rest)) {
    if (arrow) typed = walk.pointed(typed, 0, name);
    typed = member === undefined ? walk.elements(typed, indices, name) : walk.member(typed, member, name);
  }
  for (let left = stars.length; left > 0; left--) typed = walk.pointed(typed, 0, name);
  return typed;
}
