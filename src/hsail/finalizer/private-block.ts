// Private variables of modules: a block that each kernel reserves, and that functions get as a parameter.

import type { BrigEntry } from '../brig/module.js';
import { alignmentOf, sizeOf } from './variables.js';

export class PrivateBlock {
  private readonly places = new Map<BrigEntry, number>();
  /** Bytes; 0 where no module has such variables. */
  size = 0;
  alignment = 4;

  add(entry: BrigEntry): void {
    const alignment = alignmentOf(entry);
    const place = Math.ceil(this.size / alignment) * alignment;
    this.places.set(entry, place);
    this.size = place + sizeOf(entry);
    this.alignment = Math.max(this.alignment, alignment);
  }

  /** Exceptions whose flags are recorded; 0 for none. */
  detected = 0;

  detect(exceptions: number): void {
    this.detected |= exceptions;
  }

  private hasIndirect = false;

  /** The program has an indirect function. */
  addIndirect(): void {
    this.hasIndirect = true;
  }

  /** Functions get the place of the flags: indirect ones, and those that they call, are no part of a certain kernel. */
  get passesFlags(): boolean {
    return this.hasIndirect && this.detected !== 0;
  }

  placeOf(entry: BrigEntry): number {
    return this.places.get(entry)!;
  }
}

/** The block in a function, as its first argument. */
export const PRIVATE_BLOCK = 'ptr addrspace(5) %privates';

/** The place of the flags of exceptions, as an argument before others. */
export const FLAGS = 'ptr addrspace(3) %flags';
/** For callers that record none. */
export const NO_FLAGS = 'ptr addrspace(3) inttoptr (i32 -1 to ptr addrspace(3))';
