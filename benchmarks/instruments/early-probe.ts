// Counts of a probe for ten programs of the suite before Atoll had statistics: made for a study by independent code, on
// the interpreter of that time and with kernels of its front end. Per cent, and means for each instruction, as the
// study prints them.

export interface EarlyRow {
  readonly name: string;
  readonly instructions: number;
  /** Per cent of VALU, SALU, SMEM, VMEM, LDS, and of what SOPP holds. */
  readonly mix: readonly [valu: number, salu: number, smem: number, vmem: number, lds: number, sopp: number];
  /** Per cent of all instructions that are branches which are taken. */
  readonly taken: number;
  readonly utilisation: number;
  readonly linesPerAccess: number;
  /** Absent: no LDS. */
  readonly ldsCycles?: number;
  readonly reuse: number;
  readonly unique: readonly [read: number, written: number];
  readonly conflicts: number;
}

type Mix = EarlyRow['mix'];
const row = (
  name: string,
  instructions: number,
  mix: Mix,
  [taken, utilisation, linesPerAccess, ldsCycles, reuse, read, written, conflicts]: readonly (number | undefined)[],
): EarlyRow => ({
  name,
  instructions,
  mix,
  taken: taken!,
  utilisation: utilisation!,
  linesPerAccess: linesPerAccess!,
  ...(ldsCycles === undefined ? {} : { ldsCycles }),
  reuse: reuse!,
  unique: [read!, written!],
  conflicts: conflicts!,
});

const NONE = undefined;
export const EARLY_PROBE: readonly EarlyRow[] = [
  row('MatrixMultiplication', 41_530, [42, 13, 0, 1.6, 21, 23], [1.3, 99, 6.8, 2.2, 7, 24, 28, 0.54]),
  row('BitonicSort', 15_840, [44, 25, 11, 11, 0, 8], [0, 100, 6.5, NONE, 2, 68, 63, 0]),
  row('BlackScholes', 4196, [85, 9, 2, 1.8, 0, 3], [0, 97, 7.4, NONE, 2, 81, 81, 0.1]),
  row('FFT', 5440, [45, 29, 1, 1.8, 5, 19], [3.5, 97, 6, 4.9, 5, 71, 72, 0.05]),
  row('FloydWarshall', 43_115, [32, 30, 13, 8.9, 0, 16], [0.8, 48, 2.1, NONE, 3, 52, 51, 0]),
  row('Histogram', 3672, [45, 16, 0, 3.6, 21, 15], [1.7, 100, 1.3, 4.3, 4, 68, 61, 0.12]),
  row('NBody', 92_768, [71, 10, 0, 0.1, 9, 10], [1.1, 100, 16, 2, 3, 44, 38, 0.14]),
  row('Mandelbrot', 240_314, [42, 46, 0, 0, 0, 12], [3.9, 29, 4.5, NONE, 6, 90, 78, 0]),
  row('Reduction', 2116, [28, 30, 2, 4, 4, 32], [8.2, 93, 3.8, 1.7, 4, 79, 75, 0]),
  row('DCT', 16_000, [48, 10, 2, 14, 8, 17], [0, 100, 3.1, 2, 4, 22, 28, 0.23]),
];
