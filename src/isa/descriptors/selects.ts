// Component selects: which memory component, or constant, each component of a texel or buffer element gets. The codes
// are those of GCN; a family with other codes translates them when it decodes a descriptor.

/** Values of a component select, 3 bits each. */
export const SELECT = {
  zero: 0,
  one: 1,
  /**
   * A code that the hardware reserves: 1 inside of the image, the border's own component outside (CL_Rx, CL_RGx,
   * CL_RGBx).
   */
  oneInside: 2,
  x: 4,
  y: 5,
  z: 6,
  w: 7,
} as const;
/** True if a component is 1 in every texel of the image. */
export const isOneInside = (select: number): boolean => select === SELECT.one || select === SELECT.oneInside;
/** True if a component is that of the border color outside of the image; else it is the same constant there. */
export const takesBorder = (select: number): boolean => select >= SELECT.oneInside;
export type SelectName = keyof typeof SELECT;
/** Sources of the destination components X, Y, Z, W. */
export type Selects = readonly [SelectName, SelectName, SelectName, SelectName];
export const IDENTITY_SELECTS: Selects = ['x', 'y', 'z', 'w'];

/** Four selects of 3 bits: X, Y, Z, W from the lowest. */
export const packSelects = (selects: Selects): number =>
  selects.reduce((bits, name, i) => bits | (SELECT[name] << (3 * i)), 0);
