// An access for the race check, and the packed form in which shadow memory keeps it: two words, the actor (barrier
// epoch and wavefront) and the kind (instruction, lane, whether atomic).

import type { AccessKind } from '../emulator/access-kind.js';
import type { LaunchView } from './launch-view.js';

export const WAVES_BITS = 4;
const LANE_BITS = 6;
export const ATOMIC = 1 << LANE_BITS;
/** Among readers: a store of the value that another one had stored. */
export const SAME = ATOMIC << 1;
/** Among readers: an atomic load. */
export const ATOMIC_LOAD = SAME << 1;
/** By an asynchronous copy: until it is waited for, nothing orders it with what follows. */
export const COPY = ATOMIC_LOAD << 1;
const NUMBER_SHIFT = LANE_BITS + 4;
/** Maximum number of instructions that have numbers of their own. */
export const NUMBERS = 2 ** (32 - NUMBER_SHIFT);
export const LAST_EPOCH = 2 ** (32 - WAVES_BITS) - 2;

export interface RaceSide {
  /** Number of the work-group. */
  readonly group: number;
  readonly wavefront: number;
  readonly lane: number;
  /** Number of the instruction (LaunchView). */
  readonly instruction: number;
  readonly atomic: boolean;
  readonly does: 'read' | 'write';
  /** By an asynchronous copy. */
  readonly copies: boolean;
  /** Another launch, of which the numbers are; undefined for the one that runs. */
  readonly launch: LaunchView | undefined;
}

/** An access of one lane. */
export interface RaceAccess {
  readonly kind: AccessKind;
  readonly lane: number;
  /** GPU address, or offset in LDS. */
  readonly address: number;
  readonly size: number;
}

export const packActor = (epoch: number, wavefront: number): number => ((epoch << WAVES_BITS) | wavefront) >>> 0;

export const packKind = (instruction: number, flags: number, lane: number): number =>
  ((instruction << NUMBER_SHIFT) | flags | (lane & 63)) >>> 0;

/** Decoded words of an access, without its launch. */
export const unpackAccess = (actor: number, how: number): Omit<RaceSide, 'group' | 'launch' | 'does'> => ({
  wavefront: actor & ((1 << WAVES_BITS) - 1),
  lane: how & 63,
  instruction: how >>> NUMBER_SHIFT,
  atomic: (how & ATOMIC) !== 0,
  copies: (how & COPY) !== 0,
});
