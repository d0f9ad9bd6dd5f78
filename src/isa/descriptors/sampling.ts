// Addressing and filtering of texels by samplers. The codes are those of GCN; a family with other codes translates them
// when it decodes a descriptor.

/** Addressing modes. */
export const CLAMP = {
  repeat: 0,
  mirror: 1,
  clampToEdge: 2,
  mirrorOnceToEdge: 3,
  clampHalfBorder: 4,
  mirrorOnceHalfBorder: 5,
  clampToBorder: 6,
  mirrorOnceToBorder: 7,
} as const;

/** Filters between mip levels, and along the depth of 3D images. */
export const MIP_FILTER = { none: 0, point: 1, linear: 2 } as const;

/** The addressing modes of OpenCL 1.2; `none` promises coordinates inside of the image. */
export const ADDRESSING_CLAMP = {
  none: CLAMP.clampToEdge,
  clampToEdge: CLAMP.clampToEdge,
  clamp: CLAMP.clampToBorder,
  repeat: CLAMP.repeat,
  mirroredRepeat: CLAMP.mirror,
} as const;
