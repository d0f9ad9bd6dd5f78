// Operations as bytes that are kept.

import test from 'ava';
import { CodeReader } from '../../src/emulator/code.js';
import { modeKey } from '../../src/emulator/float-mode.js';
import { initialMode } from '../../src/emulator/launch.js';
import { PERMISSION } from '../../src/emulator/memory.js';
import { translate } from '../../src/jit/engine/translation.js';
import { encodeModule } from '../../src/jit/wasm/encoder.js';
import type { ModuleCode } from '../../src/jit/wasm/module-code.js';
import { packModule, unpackModule } from '../../src/jit/wasm/packed.js';
import { CODE, createMemory, launchOf } from '../emulator/harness.js';
import { code } from '../emulator/scenarios.js';
import { PROGRAMS, shapeOf } from './whole-launch.js';

function operationsOf(text: string): ModuleCode {
  const words = code(`${text}\n s_endpgm`);
  const memory = createMemory();
  memory.setPages(CODE, words.byteLength, PERMISSION.read);
  const launch = launchOf(memory, words, shapeOf(text));
  const entries = [{ pc: launch.entry, mode: modeKey(initialMode(launch)) }];
  const options = { exact: false, fused: true, switchesDenormals: false };
  return translate(new CodeReader(memory, launch), entries, options).operations;
}

/** All of a module, without the sizes of its tapes. */
const plain = ({ functions, ...rest }: ModuleCode) => ({
  ...rest,
  functions: functions.map(({ code: { words }, ...each }) => ({ ...each, words: [...words] })),
});

for (const [name, text] of Object.entries(PROGRAMS))
  test(`${name}: operations that were kept are the same`, (t) => {
    const operations = operationsOf(text);
    const packed = packModule(operations);
    t.deepEqual(encodeModule(unpackModule(packed)), encodeModule(operations));
    t.deepEqual(plain(unpackModule(packed)), plain(operations));
    t.throws(() => unpackModule(packed.subarray(0, packed.length - 1)), { instanceOf: RangeError });
  });
