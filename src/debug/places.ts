// Places in code as a person names them: `kernel`, `kernel:0x40001010`, `kernel:+0x10`, `kernel:L0010`.

import type { LaunchDescriptor } from '../emulator/launch.js';
import { AtollError } from '../util/errors.js';
import { hex } from './numbers.js';

/** A place in the code of some launch. */
export type CodePlace =
  /** The first instruction, by whichever wavefront comes first. */
  | { readonly kind: 'launch' }
  /** Byte offset from the start of the kernel's code. */
  | { readonly kind: 'offset'; readonly offset: number }
  /** GPU address. */
  | { readonly kind: 'address'; readonly address: number };

/** Every kernel. */
export const ANY_KERNEL = '*';

export interface KernelPlace {
  readonly kernel: string;
  readonly place: CodePlace;
}

const NUMBER = /^(0x[0-9a-f]+|\d+)$/i;

/** `+0x10`, `L0010` (a label of the listing), `0x40001010`. @throws AtollError BAD_INPUT */
export function parseCodePlace(text: string): CodePlace {
  const label = /^L([0-9a-f]{4,})$/.exec(text);
  if (label) return { kind: 'offset', offset: Number.parseInt(label[1]!, 16) };
  const number = text.startsWith('+') ? text.slice(1) : text;
  if (!NUMBER.test(number) || Number(number) > 0xffff_ffff) {
    const forms = '+offset, an address, or a label of the listing (L0010)';
    throw new AtollError('BAD_INPUT', `'${text}' is no place in the code`, `write ${forms}`);
  }
  return text.startsWith('+')
    ? { kind: 'offset', offset: Number(number) }
    : { kind: 'address', address: Number(number) };
}

/** `kernel` or `kernel:place`. @throws AtollError BAD_INPUT */
export function parseKernelPlace(text: string): KernelPlace {
  const colon = text.indexOf(':');
  const kernel = (colon < 0 ? text : text.slice(0, colon)).trim();
  if (kernel === '') throw new AtollError('BAD_INPUT', `'${text}' names no kernel`, 'write kernel or kernel:+offset');
  return { kernel, place: colon < 0 ? { kind: 'launch' } : parseCodePlace(text.slice(colon + 1).trim()) };
}

/** The GPU address of a place in a launch. */
export function addressOf(place: CodePlace, launch: LaunchDescriptor): number {
  if (place.kind === 'address') return place.address;
  return place.kind === 'offset' ? launch.codeAddress + place.offset : launch.entry;
}

export function placeText({ kernel, place }: KernelPlace): string {
  if (place.kind === 'launch') return kernel;
  return `${kernel}:${place.kind === 'offset' ? `+${hex(place.offset)}` : hex(place.address)}`;
}
