// The debugger's registers and conditions follow the instruction set: 32 lanes, 80 vector registers in two banks.

import test from 'ava';
import { conditionOf } from '../../../src/debug/condition.js';
import { runFragment } from '../../../src/debug/fragment.js';
import { fragmentJson, fragmentText } from '../../../src/debug/fragment-text.js';
import { maskLine, registerText, scalarRegisters, vectorRegisters } from '../../../src/debug/inspect.js';
import { accessesOf } from '../../../src/debug/memory-accesses.js';
import { accessLine, changeLines, readLines, watchWrites } from '../../../src/debug/operand-values.js';
import { assign, findRegister, registerNamed, wordIndex } from '../../../src/debug/registers.js';
import { takeSnapshot } from '../../../src/debug/snapshot.js';
import { Dispatcher } from '../../../src/emulator/index.js';
import { createInterpreter } from '../../../src/emulator/interpreter/interpreter.js';
import { VGPR_WORDS, WORD } from '../../../src/emulator/state.js';
import type { Wavefront } from '../../../src/emulator/wavefront.js';
import { addReader } from '../../../src/isa/assembler/reader.js';
import { decode } from '../../../src/isa/decode.js';
import { addIsa } from '../../../src/isa/isas.js';
import { CODE, createMemory, DATA, launchOf } from '../../emulator/harness.js';
import { ACCUMULATORS, NAME, SPECIAL, toy, toyWave32 } from './isa.js';

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
  let wavefront: Wavefront | undefined;
  const launch = launchOf(memory, Uint32Array.of(toy.end()), { isa: NAME, vgprs: 80, localSize: [32, 1, 1] });
  const run = (one: Wavefront): 'end' => {
    wavefront = one;
    return 'end';
  };
  const capturing = { name: engine.name, prepare: none, run };
  new Dispatcher(memory, capturing).start(launch).run();
  return wavefront!;
}

test('lanes and vector registers are those of the instruction set', (t) => {
  t.is(registerNamed(toyWave32, 'v0').lanes, 0xffff_ffffn);
  t.is(registerNamed(toyWave32, 'a15').name, 'a15');
  t.is(findRegister(toyWave32, 'a16'), "'a16' is not a register");
  t.is(findRegister(toyWave32, 'v1[32]'), 'there are no lanes 32-32: a wavefront has 32');
  t.is(registerNamed(toyWave32, 'v1[30-31]').lanes, 0xc000_0000n);
});

test('an assignment leaves the rows behind the last lane alone', (t) => {
  const wavefront = wavefrontOf();
  const place = registerNamed(toyWave32, 'a3');
  const row = wavefront.u.subarray(VGPR_WORDS * (ACCUMULATORS + 3), VGPR_WORDS * (ACCUMULATORS + 4)).fill(7);
  assign(wavefront, place, 'lane + 1');
  t.is(wordIndex(place, 0, 31), VGPR_WORDS * (ACCUMULATORS + 3) + 31);
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

test('masks have one word, and registers are named by their bank', (t) => {
  const wavefront = wavefrontOf();
  wavefront.exec = 0x8000_0001n;
  t.is(maskLine(wavefront, 'EXEC'), `EXEC 0x80000001  #${'.'.repeat(30)}#`);
  assign(wavefront, registerNamed(toyWave32, 'a2'), 'lane * 4');
  t.deepEqual(registerText(wavefront, registerNamed(toyWave32, 'a2'), 'hex'), ['a2 = lane*0x4']);
  t.is(vectorRegisters(wavefront, undefined, 'hex')[ACCUMULATORS + 2], 'a2 = [0] 0x00000000 [31] 0x0000007c');
  t.regex(vectorRegisters(wavefront, 31, 'hex').join('\n'), /a2=0x0000007c/);
  t.regex(scalarRegisters(wavefront, 'hex').join('\n'), /^VCC {2}0x00000000 {2}\.{32}$/m);
});

test('steps: reads and changes of an instruction are those of 32 lanes', (t) => {
  const wavefront = wavefrontOf();
  const decoded = decode(toyWave32, Uint32Array.of(toy.mac(ACCUMULATORS + 3, 0, 1)), 0);
  if (!decoded.ok) return t.fail();
  const snapshot = takeSnapshot(wavefront);
  t.deepEqual(readLines(wavefront, decoded.instruction), [
    'exec=0xffffffff',
    'a3=0x00000000',
    'v0=lane*0x1',
    'v1=0x00000000',
  ]);
  const changes = watchWrites(wavefront, decoded.instruction);
  assign(wavefront, registerNamed(toyWave32, 'a3'), '7');
  wavefront.u[VGPR_WORDS * (ACCUMULATORS + 3) + 32] = 9;
  t.deepEqual(changes(wavefront), ['a3=0x00000007']);
  // Behind EXEC, which has one word, lies a separate register.
  wavefront.exec = 3n;
  wavefront.u[wavefront.layout.exec + 1] = 5;
  t.deepEqual(changeLines(snapshot, wavefront), ['s21=0x00000005', 'exec=0x00000003', 'a3=0x00000007']);
});

test('accesses are listed by lane', (t) => {
  const wavefront = wavefrontOf();
  const decoded = decode(toyWave32, Uint32Array.of(toy.store(0, 0, 0)), 0);
  if (!decoded.ok) return t.fail();
  wavefront.u[WORD.scalars] = DATA;
  const lines = (): string[] => accessesOf(wavefront.memory, wavefront, decoded.instruction).map(accessLine);
  const at = `0x${DATA.toString(16)}`;
  t.deepEqual(lines(), [`store global 32 bits: address ${at}+lane*0x4, value lane*0x1`]);
});

test('a fragment is one wavefront of 32 lanes', (t) => {
  const memory = createMemory();
  const result = runFragment({
    memory,
    createEngine: (probe) => createInterpreter(memory, probe ? { probe } : {}),
    isa: toyWave32,
    codeAddress: CODE,
    code: Uint32Array.of(toy.add(ACCUMULATORS, 0, 0), toy.less(SPECIAL.vcc, 1, 0)),
    ldsBytes: 0,
    ranges: [],
    prepare: (wavefront) => assign(wavefront, registerNamed(toyWave32, 'v0'), 'lane'),
    limit: 10,
  });
  const text = fragmentText(result);
  t.regex(text, /^a0 {7}lanes \[1-31\] lane\*0x2$|^a0 .*lane\*0x2$/m);
  t.regex(text, /^VCC {6}0xfffffffe {2}\.#{31}$/m);
  t.like(fragmentJson(result), { exec: '0xffffffff', vcc: '0xfffffffe' });
});
