// The debugger's registers and conditions follow the instruction set: 32 lanes, 80 vector registers in two banks.

import test from 'ava';
import { conditionOf } from '../../../src/debug/condition.js';
import { assign, findRegister, registerNamed, wordIndex } from '../../../src/debug/registers.js';
import { Dispatcher } from '../../../src/emulator/index.js';
import { createInterpreter } from '../../../src/emulator/interpreter/interpreter.js';
import { LANES } from '../../../src/emulator/state.js';
import type { Wavefront } from '../../../src/emulator/wavefront.js';
import { addReader } from '../../../src/isa/assembler/reader.js';
import { addIsa } from '../../../src/isa/isas.js';
import { createMemory, launchOf } from '../../emulator/harness.js';
import { ACCUMULATORS, NAME, toy, toyWave32 } from './isa.js';

addIsa(toyWave32);
const none = (): undefined => undefined;
addReader(toyWave32.syntax, {
  forms: {},
  end: 't_end',
  parseRegister: (text) => {
    const [, bank, digits] = /^([vas])(\d+)$/.exec(text) ?? [];
    if (bank === undefined) return undefined;
    const index = Number(digits) + (bank === 'a' ? ACCUMULATORS : 0);
    return { bank: bank === 's' ? 'scalar' : 'vgpr', index, count: 1 };
  },
  parseWaitCounts: none,
  parseHardwareRegister: none,
  parseMessage: none,
  parseSwizzle: none,
});

/** A wavefront before its first instruction. */
function wavefrontOf(): Wavefront {
  const memory = createMemory();
  const engine = createInterpreter(memory);
  let found: Wavefront | undefined;
  const launch = launchOf(memory, Uint32Array.of(toy.end()), { isa: NAME, vgprs: 80, localSize: [32, 1, 1] });
  const run = (one: Wavefront): 'end' => {
    found = one;
    return 'end';
  };
  const seen = { name: engine.name, prepare: none, run };
  new Dispatcher(memory, seen).start(launch).run();
  return found!;
}

test('lanes and vector registers are those of the instruction set', (t) => {
  t.is(registerNamed(toyWave32, 'v0').lanes, 0xffff_ffffn);
  t.is(registerNamed(toyWave32, 'a15').name, 'a15');
  t.is(findRegister(toyWave32, 'a16'), "'a16' is no register");
  t.is(findRegister(toyWave32, 'v1[32]'), 'there are no lanes 32-32: a wavefront has 32');
  t.is(registerNamed(toyWave32, 'v1[30-31]').lanes, 0xc000_0000n);
});

test('an assignment leaves the rows behind the last lane alone', (t) => {
  const wavefront = wavefrontOf();
  const place = registerNamed(toyWave32, 'a3');
  const row = wavefront.u.subarray(LANES * (ACCUMULATORS + 3), LANES * (ACCUMULATORS + 4)).fill(7);
  assign(wavefront, place, 'lane + 1');
  t.is(wordIndex(place, 0, 31), LANES * (ACCUMULATORS + 3) + 31);
  t.deepEqual([row[0], row[31], row[32], row[63]], [1, 32, 7, 7]);
});

test('a condition is tried in the lanes of the instruction set', (t) => {
  const wavefront = wavefrontOf();
  wavefront.exec = 0xffff_ffffn;
  const condition = (text: string) => conditionOf(text, wavefront, () => ({ arguments: [] }) as never);
  t.is(condition('lane - 31').laneOf(wavefront), 0);
  t.true(condition('v79 + 1').holds(wavefront));
  t.throws(() => condition('v80'), { message: /v80/ });
});
