// Image layouts of gfx8: tables of tile modes, by which the runtime's library of addresses finds the size of an image.
// GFX9 computes it without them. Source: what Linux' amdgpu driver sets for Fiji (GB_TILE_MODE, GB_MACROTILE_MODE).

/** ARRAY_MODE, bits 5:2. */
const ARRAY = {
  linear: 1,
  thin1d: 2,
  thick1d: 3,
  thin2d: 4,
  prtThin: 5,
  thick2d: 7,
  xthick2d: 8,
  prtThick: 9,
  thin3d: 12,
  thick3d: 13,
  xthick3d: 14,
} as const;
/** MICRO_TILE_MODE_NEW, bits 24:22. */
const MICRO = { display: 0, thin: 1, depth: 2, rotated: 3, thick: 4 } as const;
/** PIPE_CONFIG, bits 10:6: 16 pipes; some partially resident modes have 4. */
const PIPES = { p4: 5, p16: 17 } as const;

type TileMode = readonly [
  array: keyof typeof ARRAY,
  micro: keyof typeof MICRO,
  split?: number,
  pipes?: keyof typeof PIPES,
];

/**
 * With depth the split is that of tiles (64 bytes << field, bits 13:11), else that of samples (1 << field, bits 26:25).
 */
const MODES: readonly TileMode[] = [
  ['thin2d', 'depth', 0],
  ['thin2d', 'depth', 1],
  ['thin2d', 'depth', 2],
  ['thin2d', 'depth', 3],
  ['thin2d', 'depth', 5],
  ['thin1d', 'depth', 5],
  ['prtThin', 'depth', 5],
  ['prtThin', 'depth', 5, 'p4'],
  ['linear', 'display'],
  ['thin1d', 'display', 1],
  ['thin2d', 'display', 1],
  ['prtThin', 'display', 3],
  ['prtThin', 'display', 3, 'p4'],
  ['thin1d', 'thin', 1],
  ['thin2d', 'thin', 1],
  ['thin3d', 'thin', 1],
  ['prtThin', 'thin', 3],
  ['prtThin', 'thin', 3, 'p4'],
  ['thick1d', 'thin'],
  ['thick1d', 'thick'],
  ['thick2d', 'thick'],
  ['thick3d', 'thick'],
  ['prtThick', 'thick'],
  ['prtThick', 'thick', 0, 'p4'],
  ['thick2d', 'thin'],
  ['xthick2d', 'thick'],
  ['xthick3d', 'thick'],
  ['thin1d', 'rotated', 1],
  ['thin2d', 'rotated', 1],
  ['prtThin', 'rotated', 3],
  ['prtThin', 'rotated', 3, 'p4'],
];

const modeWord = ([array, micro, split = 0, pipes = 'p16']: TileMode): number =>
  (ARRAY[array] << 2) | (PIPES[pipes] << 6) | (MICRO[micro] << 22) | (split << (micro === 'depth' ? 11 : 25));

/** Words of GB_TILE_MODE0 and the next ones; the last one is not set. */
export const TILE_MODES: readonly number[] = [...MODES.map(modeWord), 0];

/** Logarithms: bank height (bits 3:2), aspect (5:4), banks less one (7:6). Entry 7 is not set. */
const MACRO: readonly (readonly [height: number, aspect: number, banks: number])[] = [
  [2, 1, 2],
  [2, 1, 2],
  [2, 1, 2],
  [2, 1, 2],
  [1, 0, 2],
  [0, 0, 2],
  [0, 0, 2],
  [0, 0, 0],
  [3, 1, 2],
  [2, 1, 2],
  [1, 0, 2],
  [0, 0, 2],
  [1, 1, 2],
  [0, 1, 2],
  [0, 0, 1],
];

/** Words of GB_MACROTILE_MODE0 and the next ones. */
export const MACRO_TILE_MODES: readonly number[] = [
  ...MACRO.map(([height, aspect, banks]) => (height << 2) | (aspect << 4) | (banks << 6)),
  0,
];
