// The number by which compiled code names an instruction and a lane to the host, in the order of execution: of two
// faults the one with the lower number comes first.

/** Room for the lanes of the widest wavefront. */
const LANE_BITS = 6;
/** The lane of what a scalar instruction does. */
export const SCALAR_LANE = 2 ** LANE_BITS - 1;

export const placeCode = (instruction: number, lane = 0): number => (instruction << LANE_BITS) | lane;
export const instructionOf = (code: number): number => code >> LANE_BITS;
export const laneOf = (code: number): number => code & SCALAR_LANE;
