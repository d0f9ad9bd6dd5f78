// Primitives of the core in WebAssembly (platform.ts documents them).

// @ts-ignore: decorator
@inline export function int(at: i32): i32 { return load<i32>(<usize>at << 2); }
// @ts-ignore: decorator
@inline export function setInt(at: i32, value: i32): void { store<i32>(<usize>at << 2, value); }
// @ts-ignore: decorator
@inline export function double(at: i32): f64 { return load<f64>(<usize>at << 3); }
// @ts-ignore: decorator
@inline export function setDouble(at: i32, value: f64): void { store<f64>(<usize>at << 3, value); }
// @ts-ignore: decorator
@inline export function later(a: f64, b: f64): f64 { return a > b ? a : b; }
// @ts-ignore: decorator
@inline export function toInt(value: f64): i32 { return <i32>value; }
// @ts-ignore: decorator
@inline export function quotient(line: i32, by: i32): i32 { return <i32>(<u32>line / <u32>by); }
// @ts-ignore: decorator
@inline export function remainder(line: i32, by: i32): i32 { return <i32>(<u32>line % <u32>by); }

export function seek(at: i32, count: i32, key: i32): i32 {
  const keys = i32x4.splat(key), mask = i32x4.splat(-2);
  let n: i32 = 0;
  for (; n + 4 <= count; n += 4) {
    const found = i32x4.bitmask(i32x4.eq(v128.and(v128.load(<usize>(at + n) << 2), mask), keys));
    if (found != 0) return n + ctz(found);
  }
  for (; n < count; n++) if ((int(at + n) & -2) == key) return n;
  return -1;
}
export const PRESENT: i32 = -1;
export function moveToFront(at: i32, count: i32, key: i32, bit: i32): i32 {
  const keys = i32x4.splat(key), mask = i32x4.splat(-2);
  let before = i32x4.splat(key | bit), n: i32 = 0;
  for (; n + 4 <= count; n += 4) {
    const place = <usize>(at + n) << 2;
    const own = v128.load(place);
    const moved = v128.shuffle<i32>(before, own, 3, 4, 5, 6);
    const found = i32x4.bitmask(i32x4.eq(v128.and(own, mask), keys));
    if (found != 0) {
      // Those behind it stay.
      const lane = ctz(found);
      const was = int(at + n + lane) & 1;
      v128.store(place, v128.bitselect(own, moved, i32x4.gt_s(i32x4(0, 1, 2, 3), i32x4.splat(lane))));
      setInt(at, key | bit | was);
      return PRESENT;
    }
    v128.store(place, moved);
    before = own;
  }
  let left = i32x4.extract_lane(before, 3);
  for (; n < count; n++) {
    const own = int(at + n);
    setInt(at + n, left);
    left = own;
    if ((own & -2) == key) {
      setInt(at, key | bit | (own & 1));
      return PRESENT;
    }
  }
  return left;
}

@external("host", "decode") export declare function decode(word: i32): void;
@external("host", "refill") export declare function refill(slot: i32): i32;
@external("host", "wavefronts") export declare function wavefronts(group: i32): i32;
@external("host", "refuse") export declare function refuse(slot: i32, tag: i32, word: i32): void;
@external("host", "crowded") export declare function crowded(unit: i32): void;
