// Source lanes of DPP. Source: "AMD Vega Instruction Set Architecture", "DPP_CTRL Enumerations".

const ROW = 16;
/** The controls are those of wavefronts of 64 lanes. */
export const DPP_LANES = 64;
/** There is no such lane. */
const NONE = DPP_LANES;

/** Shifts leave the row: what comes from outside is no lane. */
const inRow = (lane: number, other: number): number => (other >> 4 === lane >> 4 && other >= 0 ? other : NONE);

/** @returns the lane that `lane` reads, 64 when there is none or the control is undefined */
export function dppLane(lane: number, control: number): number {
  if (control < 0x100) return (lane & ~3) | ((control >> (2 * (lane & 3))) & 3);
  const [mode, count] = [control >> 4, control & 15];
  const inside = lane & (ROW - 1);
  if (mode === 0x10 && count > 0) return inRow(lane, lane + count);
  if (mode === 0x11 && count > 0) return inRow(lane, lane - count);
  if (mode === 0x12 && count > 0) return (lane & ~(ROW - 1)) | ((inside - count) & (ROW - 1));
  switch (control) {
    case 0x130:
      return lane + 1 < DPP_LANES ? lane + 1 : NONE;
    case 0x134:
      return (lane + 1) % DPP_LANES;
    case 0x138:
      return lane > 0 ? lane - 1 : NONE;
    case 0x13c:
      return (lane + DPP_LANES - 1) % DPP_LANES;
    case 0x140:
      return lane ^ (ROW - 1);
    case 0x141:
      return lane ^ 7;
    case 0x142:
      return lane >= ROW ? (lane & ~(ROW - 1)) - 1 : NONE;
    case 0x143:
      return lane >= DPP_LANES / 2 ? DPP_LANES / 2 - 1 : NONE;
    default:
      return NONE;
  }
}
