// Changes variables of the source where they are: in registers, in memory. What the compiler has left of a variable may
// be one place of several; those that its debug information does not name keep what they hold, as under any debugger.

import { stateWord, type Wavefront } from '../../emulator/wavefront.js';
import type { SourceType } from '../../source/variables.js';
import { required } from '../../util/required.js';
import type { Prompt } from '../prompt.js';
import { refuse } from '../refuse.js';
import { scalarBytes } from '../values.js';
import type { LocationValue, ValuePiece } from './location.js';
import { evaluatePath, type TypedValue, typesOf } from './lookup.js';
import { writePlace } from './spaces.js';
import { componentsOf, LEFT_OUT, sizeOf, UNKNOWN } from './text.js';

/** The bytes of a number that a person has written. @throws AtollError BAD_INPUT */
function numberBytes(type: SourceType, text: string, name: string): Uint8Array {
  const size = sizeOf(type);
  const { kind } = type;
  if (kind !== 'signed' && kind !== 'unsigned' && kind !== 'float' && kind !== 'pointer')
    return refuse(`${name} has members: change one of them`);
  if ((size !== 1 && size !== 2 && size !== 4 && size !== 8) || (kind === 'float' && size === 2))
    return refuse(`numbers of ${size} bytes cannot be written here`);
  return scalarBytes(text, { bytes: size, kind: kind === 'pointer' ? 'unsigned' : kind });
}

/** `7`, or of a vector `(1, 2)`. */
function bytesOf(types: readonly SourceType[], { type, value }: TypedValue, text: string, name: string): Uint8Array {
  const whole = types[type] ?? refuse(`${name} has an unknown type`);
  if (whole.kind !== 'vector') return numberBytes(whole, text, name);
  const components = componentsOf(types, whole);
  const parts = text.replace(/^\s*\(|\)\s*$/g, '').split(',');
  if (parts.length !== components.length) refuse(`${name} has ${components.length} components`);
  const bytes = value.bytes.slice();
  components.forEach(({ type: inner, offset }, k) => {
    bytes.set(numberBytes(required(types[inner], 'type'), required(parts[k], 'part'), name), offset);
  });
  return bytes;
}

/** Part of a value that a location holds: bytes `from` to `to - 1` of it. */
const overlap = ({ start, size }: ValuePiece, length: number): { readonly from: number; readonly to: number } => ({
  from: Math.max(0, start),
  to: Math.min(length, start + size),
});

/** True if every byte of a value has a location. */
function isHeld({ bytes, homes }: LocationValue): boolean {
  const current = new Uint8Array(bytes.length);
  for (const home of homes) {
    const { from, to } = overlap(home, bytes.length);
    if (from < to) current.fill(1, from, to);
  }
  return !current.includes(0);
}

function write(wavefront: Wavefront, lane: number, home: ValuePiece, bytes: Uint8Array): boolean {
  const { from, to } = overlap(home, bytes.length);
  if (from >= to) return true;
  const { start, storage } = home;
  const changed = bytes.subarray(from, to);
  const inside = from - start;
  if (!('word' in storage))
    return writePlace(wavefront, lane, { ...storage, address: storage.address + inside }, changed);
  const word = new DataView(new ArrayBuffer(4));
  word.setUint32(0, stateWord(wavefront.u, storage.word), true);
  changed.forEach((byte, k) => {
    word.setUint8(inside + k, byte);
  });
  wavefront.u[storage.word] = word.getUint32(0, true);
  return true;
}

/**
 * Changes a variable, or a part of it, in some lanes; one that is the same for all lanes changes in all.
 *
 * @throws AtollError BAD_INPUT for what is in no place, what has parts, and values that do not fit
 */
export function changeVariable(prompt: Prompt, path: string, text: string, lanes: readonly number[]): void {
  const types = typesOf(prompt);
  const targets = lanes.map((lane) => {
    const typed = evaluatePath(prompt, path, lane);
    if (typed === 'unknown') return refuse(`${path} is ${UNKNOWN.slice(1, -1)}`);
    if (typed.launched || !typed.value.validity.includes(1)) return refuse(`${path} is ${LEFT_OUT.slice(1, -1)}`);
    if (!isHeld(typed.value)) return refuse(`${path} is computed from other values here: it has no location to change`);
    return { lane, typed, bytes: bytesOf(types, typed, text, path) };
  });
  for (const { lane, typed, bytes } of targets)
    for (const home of typed.value.homes)
      if (!write(prompt.selected, lane, home, bytes)) refuse(`${path} cannot be written`);
}
