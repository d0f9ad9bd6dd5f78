// The values of `atoll kernel --arg`: numbers, and arrays that are read, computed or drawn.

import type { KernelArgument } from '../../../launch/argument.js';
import { type Argument, local } from '../../../library/arguments.js';
import {
  type NumberArray,
  pointedType,
  type TypedArrayName,
  type VectorType,
  vectorType,
} from '../../../library/element-types.js';
import { AtollError } from '../../../util/errors.js';
import { elementOf, required } from '../../../util/required.js';
import { readInput } from '../../inputs/code-input.js';

/** An argument of the command line, and its array, if any. */
export interface KernelInput {
  readonly argument: KernelArgument;
  readonly value: Argument;
  readonly array?: NumberArray;
}

const refuse = ({ name, typeName }: KernelArgument, problem: string, hint = ''): never => {
  throw new AtollError('BAD_OPTION', `--arg for ${typeName} ${name}: ${problem}`, hint);
};

function numberOf(argument: KernelArgument, text: string): number | bigint {
  const word = text.trim();
  if (/^[+-]?(0x[0-9a-f]+|\d+)$/i.test(word)) {
    const negative = word.startsWith('-');
    const value = BigInt(word.replace(/^[+-]/, ''));
    return negative ? -value : value;
  }
  const value = Number(word === 'inf' || word === '-inf' ? word.replace('inf', 'Infinity') : word);
  if (word !== '' && (word === 'nan' || !Number.isNaN(value))) return value;
  return refuse(argument, `'${text}' is not a number`);
}

/** Random numbers of 32 bits that depend only on the seed. Source: the generator "mulberry32" of the public domain. */
function randomWords(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let word = Math.imul(state ^ (state >>> 15), state | 1);
    word ^= word + Math.imul(word ^ (word >>> 7), word | 61);
    return (word ^ (word >>> 14)) >>> 0;
  };
}

function fillRandom(array: NumberArray, { number }: TypedArrayName, seed: number): void {
  const next = randomWords(seed);
  if (number === 'real') for (let i = 0; i < array.length; i++) array[i] = next() / 2 ** 32;
  else {
    const bytes = new Uint8Array(array.buffer);
    for (let i = 0; i < bytes.length; i++) bytes[i] = next();
  }
}

type Formula = (i: number, n: number) => number;

/** Arithmetic in JavaScript's notation; the functions of Math go without their prefix. */
function formulaOf(argument: KernelArgument, text: string): Formula {
  const names = Object.getOwnPropertyNames(Math);
  try {
    const make = new Function(...names, `'use strict'; return (i, n) => (${text});`);
    return make(...names.map((name) => Math[name as keyof Math])) as Formula;
  } catch (error) {
    return refuse(argument, `'${text}': ${(error as Error).message}`);
  }
}

function fillComputed(
  argument: KernelArgument,
  array: NumberArray,
  { number, size }: TypedArrayName,
  text: string,
): void {
  const formula = formulaOf(argument, text);
  const target = array as unknown as (number | bigint)[];
  for (let i = 0; i < array.length; i++) {
    let value: number;
    try {
      value = Number(formula(i, array.length));
    } catch (error) {
      return refuse(argument, `'${text}' for i = ${i}: ${(error as Error).message}`);
    }
    if (number !== 'real' && !Number.isFinite(value)) refuse(argument, `'${text}' is ${value} for i = ${i}`);
    target[i] = number !== 'real' && size === 8 ? BigInt(Math.trunc(value)) : value;
  }
}

function fromFile(argument: KernelArgument, { array: ArrayType, size }: TypedArrayName, path: string): NumberArray {
  const bytes = readInput(path);
  if (bytes.length % size !== 0) refuse(argument, `${path} has ${bytes.length} bytes, not a whole number of elements`);
  return new ArrayType(Uint8Array.from(bytes).buffer);
}

/** Structures and named types are arrays of bytes. */
const BYTES: VectorType = required(vectorType('uchar'), 'type uchar');

/** @param items work-items of the launch */
function arrayOf(argument: KernelArgument, text: string, items: number): NumberArray {
  const { element, width } = pointedType(argument.typeName) ?? BYTES;
  const [suffix = '', digits] = /\[(\d+)\]$/.exec(text) ?? [];
  const what = text.slice(0, text.length - suffix.length);
  const [, kind, rest] = /^(zeros|random|expr|file)(?::(.*))?$/s.exec(what) ?? [];
  if (kind === 'file' && rest) return fromFile(argument, element, rest);
  const count = digits === undefined ? items * (width === 3 ? 4 : width) : Number(digits);
  if (count === 0) refuse(argument, 'an array has at least one element');
  const array = new element.array(count);
  if (kind === 'random' && /^\d+$/.test(rest ?? '')) fillRandom(array, element, Number(rest));
  else if (kind === 'expr' && rest) fillComputed(argument, array, element, rest);
  else if (kind !== 'zeros' || rest !== undefined)
    refuse(argument, `'${text}' is not an array`, 'zeros, random:SEED, expr:EXPRESSION, file:PATH, null');
  return array;
}

/** @throws AtollError BAD_OPTION naming the argument */
export function inputOf(argument: KernelArgument, text: string, items: number): KernelInput {
  if (argument.kind === 'value') return { argument, value: text.split(',').map((word) => numberOf(argument, word)) };
  if (argument.kind === 'sampler') return { argument, value: Number(numberOf(argument, text)) };
  if (argument.kind === 'local') return { argument, value: local(Number(numberOf(argument, text))) };
  if (argument.kind === 'image') return refuse(argument, 'images need a host program', 'atoll run');
  if (text === 'null') return { argument, value: null };
  if (/^(0x[0-9a-f]+|\d+)$/i.test(text)) return { argument, value: BigInt(text) };
  const array = arrayOf(argument, text, items);
  return { argument, value: array, array };
}

/** Arguments without a name in the object are named by their position, as in `arg0`. */
const withNames = (all: readonly KernelArgument[]): readonly KernelArgument[] =>
  all.map((argument, n) => (argument.name === '' ? { ...argument, name: `arg${n}` } : argument));

/** Assigns values to arguments: named ones first, the others in their order. */
export function inputsOf(
  kernel: { readonly name: string; readonly arguments: readonly KernelArgument[] },
  texts: readonly string[],
  items: number,
): readonly KernelInput[] {
  const declared = withNames(kernel.arguments);
  const named = new Map<string, string>();
  const unnamed: string[] = [];
  for (const text of texts) {
    const [, name, value] = /^([A-Za-z_]\w*)=(.*)$/s.exec(text) ?? [];
    if (value !== undefined && name !== undefined && declared.some((argument) => argument.name === name))
      named.set(name, value);
    else unnamed.push(text);
  }
  const free = declared.filter(({ name }) => !named.has(name));
  if (free.length !== unnamed.length) {
    const parameters = declared.map(({ name, typeName }) => `${typeName} ${name}`.trimStart()).join(', ') || 'none';
    throw new AtollError(
      'BAD_OPTION',
      `kernel ${kernel.name} has ${kernel.arguments.length} arguments, but --arg is given ${texts.length} times`,
      `its arguments: ${parameters}`,
    );
  }
  return declared.map((argument) =>
    inputOf(argument, named.get(argument.name) ?? elementOf(unnamed, free.indexOf(argument), 'value'), items),
  );
}
