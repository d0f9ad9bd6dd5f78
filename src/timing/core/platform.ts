// The platform of the core when it is executed as TypeScript: numbers in a memory, and its host. WebAssembly has
// platform.as in its place.

export interface Host {
  /** Writes what is to be known of the instruction at a word into the program. @throws AtollError BAD_INPUT */
  decode(word: number): void;
  /**
   * Puts the next words of the wavefront of a slot into its buffer. @returns how many @throws AtollError BAD_INPUT when
   * there are none
   */
  refill(slot: number): number;
  /** Wavefronts of a work-group. @throws AtollError BAD_INPUT when there is none */
  wavefronts(group: number): number;
  /** The records of a slot's wavefront have a word where another one is due. */
  refuse(slot: number, tag: number, word: number): void;
  /** More requests are on their way than there is room for. */
  crowded(unit: number): void;
}

let ints: Int32Array = new Int32Array(0);
let doubles: Float64Array = new Float64Array(0);
let host: Host | undefined;
let bindings = 0;

/**
 * Binds the core to a memory and a host, in place of those before: the modules have one instance in a thread.
 * @returns the number of this binding
 */
export function bind(memory: ArrayBufferLike, owner: Host | undefined): number {
  ints = new Int32Array(memory);
  doubles = new Float64Array(memory);
  host = owner;
  return ++bindings;
}

/** True if nothing has been bound since. */
export const isBound = (binding: number): boolean => binding === bindings;

export const int = (at: i32): i32 => ints[at]!;
export const setInt = (at: i32, value: i32): void => {
  ints[at] = value;
};
export const double = (at: i32): f64 => doubles[at]!;
export const setDouble = (at: i32, value: f64): void => {
  doubles[at] = value;
};
/** The later of two cycles, faster than for all numbers. */
export const later = (a: f64, b: f64): f64 => (a > b ? a : b);
/** An integer. */
export const toInt = (value: f64): i32 => value | 0;
/** Of lines, which have no sign. */
export const quotient = (line: i32, by: i32): i32 => ((line >>> 0) / by) | 0;
export const remainder = (line: i32, by: i32): i32 => ((line >>> 0) % by) | 0;

/** Index of the integer that equals a key except for the lowest bit; -1 when there is none. */
export function seek(at: i32, count: i32, key: i32): i32 {
  for (let n: i32 = 0; n < count; n++) if ((ints[at + n]! & -2) === key) return n;
  return -1;
}
/** Result of `moveToFront` for a present key. Line number -1 does not exist. */
export const PRESENT: i32 = -1;
/**
 * Moves a key to the front of some integers, and those before it to the next place; if it is absent, all move, and the
 * last one is evicted. The lowest bit is not part of the key: it becomes the bit of the argument or its old value.
 * @returns the evicted key, or PRESENT
 */
export function moveToFront(at: i32, count: i32, key: i32, bit: i32): i32 {
  const index = seek(at, count, key);
  const from = index < 0 ? count - 1 : index;
  const was = ints[at + from]!;
  ints.copyWithin(at + 1, at, at + from);
  ints[at] = key | bit | (index < 0 ? 0 : was & 1);
  return index < 0 ? was : PRESENT;
}

export const decode = (word: i32): void => host!.decode(word);
export const refill = (slot: i32): i32 => host!.refill(slot);
export const wavefronts = (group: i32): i32 => host!.wavefronts(group);
export const refuse = (slot: i32, tag: i32, word: i32): void => host!.refuse(slot, tag, word);
export const crowded = (unit: i32): void => host!.crowded(unit);
