// Packed quotients of f16: what an instruction leaves in the upper half of its register is no part of the result.

import test from 'ava';
import { CHIPS, finalized, launched } from './finalized.js';

const KERNEL = `module &m:1:0:$base:$large:$default;
prog kernel &k(kernarg_u64 %inout)
{
  ld_kernarg_u64 $d0, [%inout];
  ld_global_u32 $s0, [$d0];
  div_ftz_pp_f16x2 $s0, f16x2(0Hc100,0Hfc00), $s0;
  st_global_u32 $s0, [$d0];
};
`;

test('elements of a packed quotient of f16 do not change each other', async (t) => {
  for (const device of CHIPS) {
    const values = Uint32Array.of(0xc100_fc00);
    const launch = { kernel: '&k', engine: 'interp', globalSize: [1], arguments: [values] } as const;
    await launched(await finalized([KERNEL], device), launch);
    t.is(values[0]! >>> 16, 0x3c00, device);
    // Infinity by infinity: exponent and fraction of a NaN.
    t.true((values[0]! & 0x7fff) > 0x7c00, device);
  }
});
