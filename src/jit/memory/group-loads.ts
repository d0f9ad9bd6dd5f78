// Loads of the dwords of one access of a lane, each with an address and bounds of its own (dword-groups.ts): at once in
// lanes in which all are there and lie side by side.

import { elementOf, required, valueAt } from '../../util/required.js';
import type { VectorValues } from '../vector/vector-values.js';
import type { Local } from '../wasm/function-builder.js';
import type { AddressShape } from './address-shapes.js';
import { halvesOf } from './dword-groups.js';
import type { GlobalElements } from './global-elements.js';
import type { GlobalPages, PageAccess, ScatteredAddresses } from './global-pages.js';
import { pushDistanceIs } from './gpu-place.js';

/** One access of four lanes. */
export interface LaneAccess extends PageAccess {
  /** Lanes that do not access memory may be read all the same. */
  readonly harmless: boolean;
  readonly elements: GlobalElements;
  readonly slow: () => void;
}

export interface LoadPart {
  readonly access: LaneAccess;
  readonly results: readonly Local[];
}

/** One of the dwords, at an address that is the same in all lanes. */
interface CommonLoad extends LoadPart {
  readonly base: Local;
  /** Set if the page may be read. */
  readonly good: Local;
  readonly values: readonly Local[];
}

/** One of the dwords, at an address of each lane. */
export interface OwnLoad extends LoadPart {
  readonly shape: AddressShape;
}

/** Dwords that are one access where `together` is not 0. */
interface Group {
  readonly loads: readonly OwnLoad[];
  readonly together: Local;
  readonly halves: readonly Group[];
}

const ALL = 15;

/** Idle lanes have read what is at the start of the scratch window; where they request no memory they get 0. */
export function clearIdle(
  { b }: VectorValues,
  { harmless }: LaneAccess,
  results: readonly Local[],
  active: Local,
): void {
  if (!harmless) for (const result of results) b.get(result).get(active).simd('v128.and').set(result);
}

/** One address for all lanes: of an access, or of each dword of a group. */
export function loadCommon(v: VectorValues, pages: GlobalPages, parts: readonly LoadPart[]): void {
  const { b } = v;
  const sums = parts.map(({ access }) => pages.common(v, access.place));
  const loads = parts.map(({ access, results }) => {
    const [base, good] = [pages.offset(v), b.local('i32')];
    return { access, results, base, good, values: results.map(() => b.local('v128')) };
  });
  v.before(() => {
    loads.forEach(({ access, base, good }, index) => {
      b.get(required(sums[index], 'sum'));
      pages.takeSum(v, access.place, base);
      b.op('i32.eqz');
      pages.pushAllowed(v, access, base, access.bytes);
      b.i32(0).op('i32.ne').op('i32.and');
      pages.pushInElement(v, access, base);
      b.set(good);
    });
    loadValues(v, loads);
  });
  for (const { access, results, good, values } of loads) {
    b.get(good);
    if (!access.harmless) b.get(access.lanes).get(v.run.active).op('i32.eq').op('i32.and');
    b.if();
    results.forEach((result, index) => {
      b.get(required(values[index], 'value')).set(result);
    });
    b.else();
    v.run.detour(access.slow);
    b.end();
  }
}

/** Loads what may be read. */
function loadValues(v: VectorValues, loads: readonly CommonLoad[]): void {
  const { b } = v;
  const [{ access, base, good, values }, ...others] = loads as readonly [CommonLoad, ...CommonLoad[]];
  if (others.length === 0) {
    b.get(good).if();
    access.elements.into(values).loadEqual(base);
    b.end();
    return;
  }
  b.get(good);
  for (const other of others) b.get(other.good).op('i32.and');
  others.forEach((other, index) => {
    const distance = access.place.distance + access.bytes * (index + 1) - other.access.place.distance;
    pushDistanceIs(b, base, distance, other.base).op('i32.and');
  });
  b.if();
  access.elements.into(loads.flatMap((load) => load.values)).loadEqual(base);
  b.else();
  for (const half of halvesOf(loads)) loadValues(v, half);
  b.end();
}

/**
 * Every lane at an address of its own; dwords of lanes that follow one another, as private memory has them, are not one
 * access.
 *
 * @param single loads one of the dwords by itself
 */
export function loadOwn(
  v: VectorValues,
  pages: GlobalPages,
  loads: readonly OwnLoad[],
  single: (load: OwnLoad) => void,
): void {
  const { b } = v;
  // All of them, for `single`, which is in a condition.
  const [inRow] = loads.map(({ shape }) => shape.matches(4));
  const far = new Map<OwnLoad, ScatteredAddresses>();
  const group = groupOf(v, loads);
  b.get(required(inRow, 'load')).i32(ALL).op('i32.ne').if();
  setTogether(v, group, far, (load) => {
    far.set(load, pages.pushFar(v, load.access, pages.common(v, load.access.place), load.shape.lanes));
  });
  b.end();
  loadGroup(v, group, far, single);
}

/** With nothing together. */
function groupOf(v: VectorValues, loads: readonly OwnLoad[]): Group {
  const together = v.b.local('i32');
  v.b.i32(0).set(together);
  const halves = loads.length > 2 ? halvesOf(loads).map((half) => groupOf(v, half)) : [];
  return { loads, together, halves };
}

/** Sets which dwords are one access. @param pushFar whether a dword may be read; it becomes known where */
function setTogether(
  v: VectorValues,
  { loads, together, halves }: Group,
  far: ReadonlyMap<OwnLoad, ScatteredAddresses>,
  pushFar: (load: OwnLoad) => void,
): void {
  const { b } = v;
  for (const half of halves) setTogether(v, half, far, pushFar);
  if (halves.length > 0) for (const half of halves) b.get(half.together);
  else for (const load of loads) pushFar(load);
  b.op('i32.and');
  // Those of a half are known to follow one another.
  const half = loads.length / 2;
  const [first, second] = [elementOf(loads, half - 1, 'load'), elementOf(loads, half, 'load')];
  const [before, behind] = [valueAt(far, first, 'far load'), valueAt(far, second, 'far load')];
  b.get(behind.places).get(before.places).simd('i32x4.sub').words(4).simd('i32x4.eq');
  if (behind.highs !== undefined && before.highs !== undefined)
    b.get(behind.highs).get(before.highs).simd('i32x4.eq').simd('v128.and');
  b.get(before.active).simd('v128.not').simd('v128.or').simd('i32x4.all_true').op('i32.and');
  b.get(first.access.lanes).get(second.access.lanes).op('i32.eq').op('i32.and').set(together);
}

function loadGroup(
  v: VectorValues,
  { loads, together, halves }: Group,
  far: ReadonlyMap<OwnLoad, ScatteredAddresses>,
  single: (load: OwnLoad) => void,
): void {
  const { b } = v;
  const [{ access }] = loads as readonly [OwnLoad];
  const { addresses, active } = valueAt(far, elementOf(loads, 0, 'load'), 'far load');
  b.get(together).if();
  const results = loads.flatMap((load) => load.results);
  access.elements.into(results).loadFar(addresses);
  clearIdle(v, access, results, active);
  b.else();
  for (const half of halves) loadGroup(v, half, far, single);
  if (halves.length === 0) for (const load of loads) single(load);
  b.end();
}
