// Work-groups of compute units: what they take of registers, LDS, barriers and slots, and whether another one fits.

import { P, R } from './numbers.js';
import { int, setInt } from './platform.js';
import { ints, perSimd, simds, slots, units } from './room.js';

/** Of each slot: the number of its work-group among those of the chip, or -1, and that of its wavefront in it. */
export let groupOf: i32 = 0;
export let waveOf: i32 = 0;
/**
 * Of each work-group: wavefronts that have not ended, those of them that wait at a barrier, and all that there were.
 */
export let groupLeft: i32 = 0;
export let groupWaiting: i32 = 0;
let groupWaves: i32 = 0;
/** Of each unit: a work-group has ended since the last check. */
export let changedOf: i32 = 0;
/** Free resources of SIMDs and units. */
let slotsFree: i32 = 0;
let vgprsFree: i32 = 0;
let sgprsFree: i32 = 0;
let ldsFree: i32 = 0;
let barriersFree: i32 = 0;
/** The SIMD of a unit that was given a wavefront last. */
let lastSimd: i32 = 0;

export function placeResidents(): void {
  groupOf = ints(units * slots, -1);
  waveOf = ints(units * slots, 0);
  groupLeft = ints(units * slots, 0);
  groupWaiting = ints(units * slots, 0);
  groupWaves = ints(units * slots, 0);
  slotsFree = ints(units * simds, perSimd);
  vgprsFree = ints(units * simds, int(P.computeUnit_vgprsPerSimd));
  sgprsFree = ints(units * simds, int(P.computeUnit_sgprsPerSimd));
  ldsFree = ints(units, int(P.computeUnit_ldsBytes));
  barriersFree = ints(units, int(P.computeUnit_barrierSlots));
  lastSimd = ints(units, 0);
  changedOf = ints(units, 1);
}

function lesser(a: i32, b: i32): i32 {
  return a < b ? a : b;
}
function change(at: i32, by: i32): void {
  setInt(at, int(at) + by);
}

/** Wavefronts for which a SIMD has slots, slots and VGPRs, and SGPRs, too. */
function byVgprs(simd: i32): i32 {
  return lesser(int(slotsFree + simd), (int(vgprsFree + simd) / int(P.vgprsOfWave)) | 0);
}
function room(simd: i32): i32 {
  return lesser(byVgprs(simd), (int(sgprsFree + simd) / int(P.sgprsOfWave)) | 0);
}

/** Why a work-group does not fit into a unit; -1 when it does. */
export function refusal(unit: i32, wavefronts: i32): i32 {
  let ofSlots: i32 = 0;
  let ofVgprs: i32 = 0;
  let ofAll: i32 = 0;
  for (let simd: i32 = unit * simds; simd < (unit + 1) * simds; simd++) {
    ofSlots += int(slotsFree + simd);
    ofVgprs += byVgprs(simd);
    ofAll += room(simd);
  }
  if (ofSlots < wavefronts) return R.emptySlots;
  if (ofVgprs < wavefronts) return R.emptyVgprs;
  if (ofAll < wavefronts) return R.emptySgprs;
  if (int(ldsFree + unit) < int(P.ldsOfGroup)) return R.emptyLds;
  return wavefronts > 1 && int(barriersFree + unit) === 0 ? R.emptyBarriers : -1;
}

/** A unit takes a work-group. @returns its number */
export function takeGroup(unit: i32, wavefronts: i32): i32 {
  let group = unit * slots;
  while (int(groupLeft + group) > 0) group++;
  setInt(groupLeft + group, wavefronts);
  setInt(groupWaves + group, wavefronts);
  setInt(groupWaiting + group, 0);
  change(ldsFree + unit, -int(P.ldsOfGroup));
  if (wavefronts > 1) change(barriersFree + unit, -1);
  return group;
}

/** Gives a wavefront a slot: on the SIMD with the most room, in turn. */
export function takeSlot(unit: i32, group: i32, wave: i32): i32 {
  let best: i32 = -1;
  for (let step: i32 = 1; step <= simds; step++) {
    const simd = unit * simds + ((int(lastSimd + unit) + step) % simds);
    if (room(simd) > 0 && (best < 0 || int(slotsFree + simd) > int(slotsFree + best))) best = simd;
  }
  setInt(lastSimd + unit, best - unit * simds);
  let slot = best * perSimd;
  while (int(groupOf + slot) >= 0) slot++;
  setInt(groupOf + slot, group);
  setInt(waveOf + slot, wave);
  change(slotsFree + best, -1);
  change(vgprsFree + best, -int(P.vgprsOfWave));
  change(sgprsFree + best, -int(P.sgprsOfWave));
  return slot;
}

/** A wavefront has ended; its work-group may have, too. */
export function leaveSlot(unit: i32, simd: i32, slot: i32): void {
  const group = int(groupOf + slot);
  setInt(groupOf + slot, -1);
  change(slotsFree + simd, 1);
  change(vgprsFree + simd, int(P.vgprsOfWave));
  change(sgprsFree + simd, int(P.sgprsOfWave));
  change(groupLeft + group, -1);
  if (int(groupLeft + group) > 0) return;
  change(ldsFree + unit, int(P.ldsOfGroup));
  if (int(groupWaves + group) > 1) change(barriersFree + unit, 1);
}
