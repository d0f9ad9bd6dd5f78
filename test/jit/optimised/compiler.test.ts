// Precondition of the tests in this folder: compiled code is optimised from its first call on.

import './compiler.js';
import test from 'ava';
import { machineCodeOf } from '../../../src/jit/engine/machine-code.js';
import { encodeModule } from '../../../src/jit/wasm/encoder.js';
import { ModuleBuilder } from '../../../src/jit/wasm/module-builder.js';

test('functions are optimised from the first call on', (t) => {
  const module = new ModuleBuilder([]);
  const { index, builder } = module.define({ params: ['i32'], results: ['i32'] });
  builder.get(0).i32(1).op('i32.add');
  module.export('run', index);
  const compiled = new WebAssembly.Module(Uint8Array.from(encodeModule(module.finish(), false)));
  const { exports } = new WebAssembly.Instance(compiled);
  t.is((exports['run'] as (n: number) => number)(41), 42);
  t.truthy(machineCodeOf(compiled, exports));
});
