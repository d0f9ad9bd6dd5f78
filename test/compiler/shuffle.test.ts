// shuffle and shuffle2 make tables, not branches: code that grows with the number of elements and no faster.
import test from 'ava';
import { kernel } from './setup.js';

const SIZES = [4, 8, 16] as const;

for (const [element, mask] of [
  ['uchar', 'uchar'],
  ['ushort', 'ushort'],
  ['uint', 'uint'],
  ['double', 'ulong'],
] as const) {
  test(`shuffle2 of ${element}`, async (t) => {
    for (const size of SIZES) {
      const type = `${element}${size}`;
      const { textSize } =
        await kernel(`__kernel void k(__global ${type} *o, __global const ${type} *n, __global const ${mask}${size} *m) {
        int x = get_global_id(0); o[x] = shuffle2(n[x], n[x + 1], m[x]); }`);
      t.true(textSize < 400 + 80 * size, `${type}: ${textSize} bytes`);
    }
  });
}
