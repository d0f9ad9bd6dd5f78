// Kernels of OpenCL C that read and clear the exceptions of their wavefront (TRAPSTS) by clang's builtins.

import test from 'ava';
import { compile, Machine } from '../../src/library/index.js';

/** hwreg(HW_REG_TRAPSTS, 0, 7) as `simm16`: register 3, first bit 0, 7 bits. */
const EXCEPTIONS = 3 | (6 << 11);

/** The fence keeps operations between the two calls. */
const SOURCE = `
  #define FENCE(x) __asm volatile("" : "+v"(x))
  uint raised(void) { return __builtin_amdgcn_s_getreg(${EXCEPTIONS}); }
  void clear(void) { __builtin_amdgcn_s_setreg(${EXCEPTIONS}, 0); }
  kernel void sums(global const float *in, global uint *out) {
    float a = in[0], b = in[1];
    clear();
    FENCE(a);
    float sum = a + b;
    FENCE(sum);
    out[0] = raised();
    float product = sum * b;
    FENCE(product);
    out[1] = raised();
    clear();
    out[2] = raised();
    out[3] = as_uint(product);
  }
  kernel void integers(global const uint *in, global uint *out) {
    uint a = in[0], b = in[1];
    clear();
    FENCE(a);
    uint quotient = a / b;
    FENCE(quotient);
    out[0] = raised();
  }`;

const [overflow, inexact, integerDivideByZero, invalid] = [8, 32, 64, 1];

test('a kernel of OpenCL C reads and clears exceptions, on every engine', async (t) => {
  t.timeout(240_000);
  const program = await compile(SOURCE);
  for (const engine of ['jit', 'wasm', 'native', 'interp', 'oracle'] as const) {
    const machine = new Machine({ engine });
    const out = new Uint32Array(4);
    const sums = async (a: number, b: number): Promise<readonly number[]> => {
      await machine.launch(program.kernel('sums'), { globalSize: [1], arguments: [Float32Array.of(a, b), out] });
      return [...out.slice(0, 3)];
    };
    t.deepEqual(await sums(1, 2), [0, 0, 0], engine);
    t.deepEqual(await sums(1, 2 ** -30), [inexact, inexact, 0], engine);
    t.deepEqual(await sums(2 ** 120, 2 ** 20), [inexact, inexact | overflow, 0], engine);
    t.deepEqual(await sums(Infinity, -Infinity), [invalid, invalid, 0], engine);
    const divide = async (a: number, b: number): Promise<number | undefined> => {
      await machine.launch(program.kernel('integers'), { globalSize: [1], arguments: [Uint32Array.of(a, b), out] });
      return out[0];
    };
    t.is((await divide(7, 0))! & integerDivideByZero, integerDivideByZero, engine);
    t.is((await divide(7, 2))! & integerDivideByZero, 0, engine);
    await machine.close();
  }
});
