// Cube maps: which face of a cube a vector (x, y, z) meets, and where. z wins over y and y over x where sizes are
// equal.

import { type Ex, f32, ops, select } from '../../language/expr.js';

type Vector = readonly [x: Ex<'f32'>, y: Ex<'f32'>, z: Ex<'f32'>];

/** Picks by the axis on which the vector is longest. */
function byMajorAxis([x, y, z]: Vector, ofX: Ex<'f32'>, ofY: Ex<'f32'>, ofZ: Ex<'f32'>): Ex<'f32'> {
  const [sizeX, sizeY, sizeZ] = [ops.fabs(x), ops.fabs(y), ops.fabs(z)];
  const zIsMajor = ops.andB(ops.fle(sizeX, sizeZ), ops.fle(sizeY, sizeZ));
  return select(zIsMajor, ofZ, select(ops.fle(sizeX, sizeY), ofY, ofX));
}

const below = (axis: Ex<'f32'>, then: Ex<'f32'>, otherwise: Ex<'f32'>): Ex<'f32'> =>
  select(ops.flt(axis, f32(0)), then, otherwise);

/** 0 and 1 for +x and -x, 2 and 3 for y, 4 and 5 for z. */
export const cubeFace = (...[x, y, z]: Vector): Ex<'f32'> =>
  byMajorAxis([x, y, z], below(x, f32(1), f32(0)), below(y, f32(3), f32(2)), below(z, f32(5), f32(4)));

export const cubeS = (...[x, y, z]: Vector): Ex<'f32'> =>
  byMajorAxis([x, y, z], below(x, z, ops.fneg(z)), x, below(z, ops.fneg(x), x));

export const cubeT = (...[x, y, z]: Vector): Ex<'f32'> =>
  byMajorAxis([x, y, z], ops.fneg(y), below(y, ops.fneg(z), z), ops.fneg(y));

export const cubeMajorAxis = (...[x, y, z]: Vector): Ex<'f32'> => ops.fmul(byMajorAxis([x, y, z], x, y, z), f32(2));
