// Accesses of the lanes of one instruction to the same places, for races: stores may collide with each other; loads
// count as one.

/** Places that are remembered of the stores of an instruction, and of its loads: powers of two. */
const STORES = 1024;
const LOADS = 64;

export class IntraInstructionRaces {
  private serial = 0;
  /** To what place, by which lane, and what. */
  private readonly stores = {
    at: new Float64Array(STORES),
    by: new Uint32Array(STORES),
    lane: new Uint8Array(STORES),
    what: new Int32Array(STORES),
  };
  private readonly loads = { at: new Float64Array(LOADS), by: new Uint32Array(LOADS), size: new Uint8Array(LOADS) };

  /** Before the accesses of an instruction. */
  begin(): void {
    this.serial++;
  }

  /**
   * Notes a store.
   * @param place another number for each address of each space
   * @returns the lane that has stored another value there; -1 for none
   */
  store(lane: number, place: number, value: number): number {
    const { at, by, lane: lanes, what } = this.stores;
    const slot = (place ^ (place >>> 10)) & (STORES - 1);
    const other =
      by[slot] === this.serial && at[slot] === place && lanes[slot] !== lane && what[slot] !== value
        ? lanes[slot]!
        : -1;
    at[slot] = place;
    by[slot] = this.serial;
    lanes[slot] = lane;
    what[slot] = value;
    return other;
  }

  /** Notes a load. @returns whether a lane has loaded the same before */
  loaded(place: number, bytes: number): boolean {
    const { at, by, size } = this.loads;
    const slot = (place >>> 2) & (LOADS - 1);
    if (by[slot] === this.serial && at[slot] === place && size[slot] === bytes) return true;
    at[slot] = place;
    by[slot] = this.serial;
    size[slot] = bytes;
    return false;
  }
}
