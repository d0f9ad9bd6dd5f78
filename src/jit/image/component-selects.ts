// Component selects of a descriptor, in both directions, and the border.

import { oneOf } from '../../emulator/image/numbers.js';
import { isOneInside, SELECT, takesBorder } from '../../isa/descriptors/selects.js';
import { required } from '../../util/required.js';
import type { Local } from '../wasm/function-builder.js';
import type { Lanes } from '../wasm/lanes.js';
import { decode } from './components.js';
import type { ImageAccessShape } from './shape.js';

const REGISTERS = [0, 1, 2, 3] as const;
const selectOf = ({ selects }: ImageAccessShape, i: number): number => (selects >>> (3 * i)) & 7;

/** The components that texels have, in the order of memory. */
export function components(l: Lanes, { widths, numFormat }: ImageAccessShape, raw: readonly Local[]): readonly Local[] {
  let bit = 0;
  return widths.map((width) => {
    const component = decode(l, raw, bit, width, numFormat);
    bit += width;
    return component;
  });
}

/** X, Y, Z, W as the selects say. */
export function selected(l: Lanes, shape: ImageAccessShape, stored: readonly Local[]): readonly Local[] {
  return REGISTERS.map((i) => {
    const select = selectOf(shape, i);
    if (select >= SELECT.x) return stored[select - SELECT.x] ?? l.words(0);
    return l.words(isOneInside(select) ? oneOf(shape.numFormat) : 0);
  });
}

/** The first register component that selects a component of memory; -1 when none does. */
export const sourceOf = (shape: ImageAccessShape, component: number): number =>
  REGISTERS.findIndex((i) => selectOf(shape, i) === SELECT.x + component);

/** Register component `i` of the border. */
export function borderComponent(shape: ImageAccessShape, i: number): number {
  const select = selectOf(shape, i);
  const isOne = takesBorder(select)
    ? required(required(shape.sampling, 'sampling').border[i], 'border colour')
    : isOneInside(select);
  return isOne ? oneOf(shape.numFormat) : 0;
}
