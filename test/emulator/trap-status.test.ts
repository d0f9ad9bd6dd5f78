// The TRAPSTS register: every engine records the same exceptions, of kernels whose code accesses it, and of no others.

import test from 'ava';
import { CodeReader } from '../../src/emulator/code.js';
import { Dispatcher } from '../../src/emulator/index.js';
import { createInterpreter } from '../../src/emulator/interpreter/interpreter.js';
import type { LaunchDescriptor } from '../../src/emulator/launch.js';
import type { EngineFactory } from '../../src/emulator/lockstep.js';
import type { GpuMemory } from '../../src/emulator/memory.js';
import { createOracle } from '../../src/emulator/oracle.js';
import { assemble } from '../../src/isa/assemble.js';
import type { InstructionDef } from '../../src/isa/define.js';
import type { Isa } from '../../src/isa/isa.js';
import { DEFAULT_ISA } from '../../src/isa/isas.js';
import { loadIsa } from '../../src/isa/load-isa.js';
import { exceptionStatement } from '../../src/isa/raised-exceptions.js';
import { createJit } from '../../src/jit/engine/jit.js';
import { denormals } from '../jit/denormals.js';
import { describeDifference, EnginePair } from './engine-pair.js';
import { CODE, createMemory, DATA, launchOf } from './harness.js';

const gfx900 = await loadIsa('gfx900');
const COUNT = Number(process.env['ATOLL_FUZZ'] ?? 1);
const SEED = Number(process.env['ATOLL_SEED'] ?? 1);

function wordsOf(isa: Isa, text: string): readonly number[] {
  const { words, problems } = assemble(isa, text);
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join('\n'));
  return [...words];
}

const raises = (def: InstructionDef): boolean => exceptionStatement(def) !== undefined;
const jit: EngineFactory = (memory) => createJit(memory, { exact: true, denormals });

for (const isa of [DEFAULT_ISA, gfx900])
  for (const [name, make, budget] of [
    ['the interpreter', createInterpreter, 1],
    ['compiled code', jit, 2],
  ] as const)
    test(`${isa.name}: ${name} records the exceptions that the oracle records`, (t) => {
      const behind = wordsOf(isa, 's_getreg_b32 s0, hwreg(HW_REG_TRAPSTS)');
      const pair = new EnginePair(make, createOracle, SEED, budget, behind);
      const failures: string[] = [];
      let recorded = 0;
      for (const def of isa.table.all.filter(raises))
        for (let n = 0; n < COUNT && failures.length < 10; n++) {
          const difference = pair.tryOne(def);
          if (difference) failures.push(describeDifference(difference));
          recorded |= pair.trapStatus;
        }
      t.deepEqual(failures, []);
      t.is(recorded, 0x7f, 'all exceptions occur');
    });

/** Work-items of a wavefront divide 6 by their number; TRAPSTS at the beginning and the end goes to memory. */
const DIVIDE = `
  s_getreg_b32 s4, hwreg(HW_REG_TRAPSTS)
  v_cvt_f32_u32 v1, v0
  v_rcp_f32 v1, v1
  v_mul_f32 v1, 0x40c00000, v1
  s_barrier
  s_getreg_b32 s5, hwreg(HW_REG_TRAPSTS, 0, 7)
  s_setreg_imm32_b32 hwreg(HW_REG_TRAPSTS, 2, 1), 0
  s_getreg_b32 s6, hwreg(HW_REG_TRAPSTS, 0, 7)
  v_clrexcp
  s_getreg_b32 s7, hwreg(HW_REG_TRAPSTS, 0, 7)
  s_lshl_b32 s8, s0, 4
  v_mov_b32 v2, s8
  v_mov_b32 v4, s4
  v_mov_b32 v5, s5
  v_mov_b32 v6, s6
  v_mov_b32 v7, s7
  v_add_u32 v2, vcc, ${DATA}, v2
  v_mov_b32 v3, 0
  v_cmp_eq_u32 vcc, 0, v0
  s_and_b64 exec, exec, vcc
  flat_store_dwordx4 v[2:3], v[4:7]
  s_endpgm`;
/** Inexact quotients; a division by zero of the work-item 0, whose product with infinity is no exception. */
const EXPECTED = [0, 0x24, 0x20, 0];

const ENGINES: readonly (readonly [string, EngineFactory])[] = [
  ['interpreter', createInterpreter],
  ['oracle', createOracle],
  ['jit', (memory) => createJit(memory, { denormals })],
  ['jit without batches', jit],
];

function launched(make: EngineFactory, words: readonly number[], isa: Isa, more: Partial<LaunchDescriptor>): GpuMemory {
  const memory = createMemory();
  const launch = launchOf(memory, Uint32Array.from(words), { isa: isa.name, vgprs: 16, ...more });
  new Dispatcher(memory, make(memory)).start(launch).run(1_000_000);
  return memory;
}

test('every engine has the same exceptions, which begin with each wavefront', async (t) => {
  const gfx803 = await loadIsa('gfx803');
  for (const [name, make] of ENGINES) {
    const memory = launched(make, wordsOf(gfx803, DIVIDE), gfx803, { globalSize: [64 * 3, 1, 1] });
    const rows = [0, 1, 2].map((group) => [...memory.u32.subarray(DATA / 4 + 4 * group, DATA / 4 + 4 * group + 4)]);
    t.deepEqual(rows, [EXPECTED, EXPECTED, EXPECTED], name);
  }
});

test('a kernel records exceptions if its own code accesses TRAPSTS', (t) => {
  const plain = wordsOf(DEFAULT_ISA, 'v_rcp_f32 v1, 0\ns_cbranch_scc1 end\nv_nop\nend:\ns_endpgm');
  const getreg = wordsOf(DEFAULT_ISA, 's_getreg_b32 s0, hwreg(HW_REG_TRAPSTS)\ns_endpgm');
  const memory = createMemory();
  const words = [...plain, ...getreg];
  const launchAt = (entry: number, code = words) =>
    launchOf(memory, Uint32Array.from(code), { entry: CODE + 4 * entry });
  const first = new CodeReader(memory, launchAt(0));
  const second = new CodeReader(memory, launchAt(plain.length));
  t.false(first.recordsExceptions);
  t.true(second.recordsExceptions);
  // The same code, but another kernel of it.
  t.false(first.matches(memory, launchAt(plain.length)));
  t.true(first.matches(memory, launchAt(0)));
  t.is(first.knownInstruction(CODE).def.semantics.length, 1);
  t.is(second.knownInstruction(CODE).def.semantics.length, 2);
  const literal = wordsOf(DEFAULT_ISA, `s_mov_b32 s0, 0x${getreg[0]!.toString(16)}\ns_endpgm`);
  t.false(new CodeReader(memory, launchAt(0, [...literal])).recordsExceptions, 'a literal with the same bits');
  const computed = wordsOf(DEFAULT_ISA, 's_setpc_b64 s[0:1]');
  t.true(new CodeReader(memory, launchAt(0, [...computed, ...getreg])).recordsExceptions, 'a computed jump');
});

test('MODE changes as ever where TRAPSTS is accessed', (t) => {
  const text = `s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), 1
    s_setreg_imm32_b32 hwreg(HW_REG_TRAPSTS, 0, 32), 0xffffffff
    s_getreg_b32 s1, hwreg(HW_REG_MODE, 0, 2)
    s_getreg_b32 s2, hwreg(HW_REG_TRAPSTS)
    v_mov_b32 v1, s1
    v_mov_b32 v2, s2
    v_mov_b32 v4, ${DATA}
    v_mov_b32 v5, 0
    flat_store_dwordx2 v[4:5], v[1:2]
    s_endpgm`;
  for (const [name, make] of ENGINES) {
    const memory = launched(make, wordsOf(gfx900, text), gfx900, {});
    t.deepEqual([...memory.u32.subarray(DATA / 4, DATA / 4 + 2)], [1, 0x1ff], name);
  }
});
