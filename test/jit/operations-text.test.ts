// Operations as text for people, and as bytes that are kept.

import test from 'ava';
import { CodeReader } from '../../src/emulator/code.js';
import { modeKey } from '../../src/emulator/float-mode.js';
import { initialMode } from '../../src/emulator/launch.js';
import { PERMISSION } from '../../src/emulator/memory.js';
import { translate } from '../../src/jit/engine/translation.js';
import { encodeModule } from '../../src/jit/wasm/encoder.js';
import { ModuleBuilder } from '../../src/jit/wasm/module-builder.js';
import type { ModuleCode } from '../../src/jit/wasm/module-code.js';
import { packModule, unpackModule } from '../../src/jit/wasm/packed.js';
import { moduleText } from '../../src/jit/wasm/text.js';
import { CODE, createMemory, launchOf } from '../emulator/harness.js';
import { code } from '../emulator/scenarios.js';
import { PROGRAMS } from './whole-launch.js';

function operationsOf(text: string): ModuleCode {
  const words = code(`${text}\n s_endpgm`);
  const memory = createMemory();
  memory.setPages(CODE, words.byteLength, PERMISSION.read);
  const launch = launchOf(memory, words);
  const entries = [{ pc: launch.entry, mode: modeKey(initialMode(launch)) }];
  const options = { exact: false, fused: true, switchesDenormals: false };
  return translate(new CodeReader(memory, launch), entries, options).operations;
}

for (const [name, text] of Object.entries(PROGRAMS))
  test(`${name}: operations that were kept are the same`, (t) => {
    const operations = operationsOf(text);
    const packed = packModule(operations);
    t.deepEqual(encodeModule(unpackModule(packed)), encodeModule(operations));
    t.is(moduleText(unpackModule(packed)), moduleText(operations));
    t.throws(() => unpackModule(packed.subarray(0, packed.length - 1)), { instanceOf: RangeError });
  });

test('text says which loops over chunks there are, and what stands in them', (t) => {
  const module = new ModuleBuilder([{ name: 'fault', signature: { params: [], results: [] } }]);
  const { index, builder: b } = module.define({ params: ['i32'], results: [] });
  const [pointer, exec, active, bits] = [b.local('i32'), b.local('i64'), b.local('i32'), b.local('i64')];
  const vector = b.local('v128');
  b.get(0).set(pointer).i64(-2n).set(exec);
  b.block();
  b.maskedLoop({ pointer, exec, active, whole: true }, () => {
    b.get(pointer).loadRegister(256).words(-1).simd('i32x4.add').set(vector);
    b.ifAll(active).get(pointer).get(vector).storeRegister(0).else().call(0).end();
    b.collect(bits, vector, pointer);
  });
  b.end();
  const growing = [{ vector, growth: vector }];
  b.linearLoop({ pointer, first: 0, chunks: 16, repeated: 4, growing }, () => {
    b.get(pointer).get(vector).shuffle([0, 5, 2, 3]).laneMemory('v128.store32_lane', 2, 8);
  });
  module.export('run', index);
  t.is(
    moduleText(module.finish()),
    `function run (i32) -> (), i32 $1..$2, i64 $3..$4, v128 $5..$5
  get $0
  set $1
  i64 -2
  set $3
  block
    maskedLoop exec $3 active $2 while all lanes are active
      get $1
      loadRegister +256
      v128 0xffffffff 0xffffffff 0xffffffff 0xffffffff
      i32x4.add
      set $5
      ifAll $2
        get $1
        get $5
        storeRegister
      else
        call fault
      end
      collect $4 |= bits of $5 from lane $1
    endMasked pointer $1 exec $3
  end
  linearLoop
    get $1
    get $5
    shuffle 0 1 2 3 20 21 22 23 8 9 10 11 12 13 14 15
    v128.store32_lane 2 +8
  endLinear pointer $1 from $0 chunks 16 by 4, $5 += $5
`,
  );
});
