// Places as a person names them: `kernel`, `kernel:0x40001010`, `kernel:+0x10`, `kernel:L0010`, `launch:kernel`,
// `error:clCreateBuffer`.

import type { LaunchDescriptor } from '../emulator/launch.js';
import type { SourceLocator } from '../source/locator.js';
import { AtollError } from '../util/errors.js';
import { groupOf } from '../util/required.js';
import { callOrError } from './call-names.js';
import { hex } from './numbers.js';

/** A place in the code of some launch. */
export type SourceLocation =
  /** The first instruction, by whichever wavefront comes first. */
  | { readonly kind: 'launch' }
  /** Byte offset from the start of the kernel's code. */
  | { readonly kind: 'offset'; readonly offset: number }
  /** A line of the source, or the next one that has code; without a file: of any. */
  | {
      readonly kind: 'line';
      readonly file: string | undefined;
      readonly line: number;
      /** Contents of the file: programs are built from texts, and a text is found under any file name. */
      readonly text?: string | undefined;
    }
  /** GPU address. */
  | { readonly kind: 'address'; readonly address: number }
  /** No code of a kernel: a call of OpenCL that fails. Without `what` any; else the call's name, or the error's. */
  | { readonly kind: 'error'; readonly what?: string };

/** Every kernel. */
export const ANY_KERNEL = '*';

export interface KernelLocation {
  readonly kernel: string;
  readonly place: SourceLocation;
}

/** Decimal numbers below are lines: nothing that a kernel could be at. */
const LINE_LIMIT = 1 << 20;

const NUMBER = /^(0x[0-9a-f]+|\d+)$/i;

/** `+0x10`, `L0010` (a label of the listing), `0x40001010`. @throws AtollError BAD_OPTION */
export function parseCodePlace(text: string): SourceLocation {
  const label = /^L([0-9a-f]{4,})$/.exec(text);
  if (label) return { kind: 'offset', offset: Number.parseInt(groupOf(label, 1), 16) };
  if (/^\d+$/.test(text) && Number(text) < LINE_LIMIT) return { kind: 'line', file: undefined, line: Number(text) };
  const number = text.startsWith('+') ? text.slice(1) : text;
  if (!NUMBER.test(number) || Number(number) > 0xffff_ffff) {
    const forms = 'a line, +offset, an address, or a label of the listing (L0010)';
    throw new AtollError('BAD_OPTION', `'${text}' is not a place in the code`, `write ${forms}`);
  }
  return text.startsWith('+')
    ? { kind: 'offset', offset: Number(number) }
    : { kind: 'address', address: Number(number) };
}

/** True if a name denotes the kernel: an instance of a template also has the name without arguments. */
export const isCalled = (kernel: string, name: string): boolean => kernel === name || kernel.startsWith(`${name}<`);

/** Names for OpenCL events of the program, in place of a kernel's name. */
export const API_WORDS: readonly string[] = ['launch', 'error'];

/** @param what a kernel, or a call or an error; empty: any. @throws AtollError BAD_OPTION */
function apiPlace(word: string, what: string): KernelLocation {
  if (word === 'launch') return { kernel: what === '' ? ANY_KERNEL : what, place: { kind: 'launch' } };
  if (what === '') return { kernel: ANY_KERNEL, place: { kind: 'error' } };
  return { kernel: ANY_KERNEL, place: { kind: 'error', what: callOrError(what) } };
}

/**
 * `kernel`, `kernel:place`, `launch:kernel`, `error:call`, or `file:line`, where the name of the file has a full stop.
 * @throws AtollError BAD_OPTION
 */
export function parseKernelPlace(text: string): KernelLocation {
  // Names of C++ have two in a row.
  const colon = text.search(/(?<!:):(?!:)/);
  const kernel = (colon < 0 ? text : text.slice(0, colon)).trim();
  if (kernel === '')
    throw new AtollError('BAD_OPTION', `'${text}' is not the name of a kernel`, 'write kernel or kernel:+offset');
  if (API_WORDS.includes(kernel)) return apiPlace(kernel, colon < 0 ? '' : text.slice(colon + 1).trim());
  const place: SourceLocation = colon < 0 ? { kind: 'launch' } : parseCodePlace(text.slice(colon + 1).trim());
  if (place.kind === 'line' && kernel.includes('.')) return { kernel: ANY_KERNEL, place: { ...place, file: kernel } };
  return { kernel, place };
}

/** The line of a place, or the next one that has code; undefined where the source is not known, or has no such line. */
export function codeLine(
  { file, line, text }: SourceLocation & { kind: 'line' },
  where: SourceLocator,
): { readonly file: string | undefined; readonly line: number } | undefined {
  const named = (text === undefined ? undefined : where.fileOf(text)) ?? file;
  const next = where.nextLine(named, line);
  return next === undefined ? undefined : { file: named, line: next };
}

/** Addresses of a line in a kernel. */
function lineAddresses(
  place: SourceLocation & { kind: 'line' },
  launch: LaunchDescriptor,
  where: SourceLocator,
): number[] {
  const line = codeLine(place, where);
  return line ? where.stopsOf(line.file, line.line).map((offset) => launch.codeAddress + offset) : [];
}

/** The GPU addresses of a place in a launch. */
export function addressesOf(place: SourceLocation, launch: LaunchDescriptor, where: SourceLocator): readonly number[] {
  if (place.kind === 'error') return [];
  return place.kind === 'line' ? lineAddresses(place, launch, where) : [addressOf(place, launch)];
}

/** The GPU address of a place that is no line. */
function addressOf(place: Exclude<SourceLocation, { kind: 'line' | 'error' }>, launch: LaunchDescriptor): number {
  if (place.kind === 'address') return place.address;
  return place.kind === 'offset' ? launch.codeAddress + place.offset : launch.entry;
}

export function placeText({ kernel, place }: KernelLocation): string {
  if (place.kind === 'launch') return kernel;
  if (place.kind === 'error') return place.what === undefined ? 'error' : `error:${place.what}`;
  if (place.kind === 'line')
    return place.file === undefined ? `${kernel}:${place.line}` : `${place.file}:${place.line}`;
  return `${kernel}:${place.kind === 'offset' ? `+${hex(place.offset)}` : hex(place.address)}`;
}
