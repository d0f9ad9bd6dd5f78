// Uses and definitions derived from the semantics.

import test from 'ava';
import { assemble as assembleFor } from '../../src/isa/assemble.js';
import { type Effects, effectsOf } from '../../src/isa/effects.js';
import { loadIsa } from '../../src/isa/load-isa.js';
import { randomFrom, randomInstruction } from './random-instruction.js';
import { allInstructions, assemble, codes } from './southern-islands.js';

const { scalarName, vgprName } = codes;

const effects = (text: string): Effects => effectsOf(assemble(text).lines[0]!.instruction!);
const names = (ranges: Effects['reads']): string[] =>
  ranges.map(({ bank, index, count }) => (bank === 'vgpr' ? vgprName(index, count) : scalarName(index, count))).sort();

test('registers read and written', (t) => {
  const add = effects('s_add_u32 s2, s0, m0');
  t.deepEqual([names(add.reads), names(add.writes)], [['m0', 's0'], ['s2']]);
  t.true(add.writesScc && !add.readsScc && !add.readsMode);
  const addc = effects('s_addc_u32 s2, s0, 1');
  t.true(addc.readsScc && addc.writesScc);
  const mac = effects('v_mac_f32 v1, s2, v3');
  t.deepEqual([names(mac.reads), names(mac.writes)], [['exec', 's2', 'v1', 'v3'], ['v1']]);
  t.true(mac.readsMode && mac.writes[0]!.partial);
  const carry = effects('v_addc_u32_e64 v0, s[2:3], v1, v2, s[4:5]');
  t.deepEqual(
    [names(carry.reads), names(carry.writes)],
    [
      ['exec', 's[4:5]', 'v1', 'v2'],
      ['s[2:3]', 'v0'],
    ],
  );
  const compare = effects('v_cmp_lt_i32 vcc, v0, v1');
  t.deepEqual(names(compare.writes), ['vcc']);
  t.false(compare.writes[0]!.partial);
  t.deepEqual(names(effects('s_and_saveexec_b64 s[0:1], vcc').writes), ['exec', 's[0:1]']);
  t.deepEqual(names(effects('v_readlane_b32 s0, v1, s2').reads), ['s2', 'v1']);
  t.deepEqual(names(effects('v_writelane_b32 v0, s1, 3').reads), ['s1']);
  t.deepEqual(names(effects('v_cndmask_b32 v0, v1, v2, vcc').reads), ['exec', 'v1', 'v2', 'vcc']);
});

test('a result that takes all of a register, or pads the rest, does not read it', async (t) => {
  const isa = await loadIsa('gfx900');
  const reads = (modifiers: string): string[] => {
    const { lines } = assembleFor(isa, `v_add_u32_sdwa v5, v1, v2 ${modifiers} src0_sel:WORD_0 src1_sel:BYTE_1`);
    return names(effectsOf(lines[0]!.instruction!).reads);
  };
  t.deepEqual(reads('dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE'), ['exec', 'v1', 'v2', 'v5']);
  t.deepEqual(reads('dst_sel:WORD_1 dst_unused:UNUSED_PAD'), ['exec', 'v1', 'v2']);
  t.deepEqual(reads('dst_sel:WORD_1 dst_unused:UNUSED_SEXT'), ['exec', 'v1', 'v2']);
  t.deepEqual(reads('dst_sel:DWORD dst_unused:UNUSED_PRESERVE'), ['exec', 'v1', 'v2']);
});

test('memory, units and counters', (t) => {
  const load = effects('buffer_load_dwordx4 v[0:3], v[4:5], s[8:11], s0 addr64');
  t.deepEqual([load.memory, load.unit, load.wait], ['read', 'vectorMemory', 'vmcnt']);
  t.deepEqual(names(load.writes), ['v[0:3]']);
  t.true(['s0', 's[8:11]', 'v[4:5]'].every((name) => names(load.reads).includes(name)));
  const store = effects('ds_write_b32 v0, v1');
  t.deepEqual([store.memory, store.unit, store.wait, store.writes.length], ['write', 'lds', 'lgkmcnt', 0]);
  t.is(effects('ds_add_rtn_u32 v0, v1, v2').memory, 'readWrite');
  t.deepEqual(
    [effects('s_load_dwordx8 s[0:7], s[8:9], 0').unit, effects('s_load_dword s0, s[8:9], 0').wait],
    ['scalarMemory', 'lgkmcnt'],
  );
  t.is(effects('image_store v[0:3], v[4:6], s[0:7] dmask:0xf').memory, 'write');
});

test('control flow', (t) => {
  t.is(effects('s_branch 0').flow, 'branch');
  t.is(effects('s_cbranch_vccz 0').flow, 'conditionalBranch');
  t.is(effects('s_setpc_b64 s[0:1]').flow, 'branch');
  t.is(effects('s_endpgm').flow, 'end');
  t.is(effects('s_barrier').flow, 'barrier');
  t.is(effects('s_nop 0').flow, 'next');
  t.true(effects('s_movrels_b32 s0, s1').computedRegisters);
  t.true(effects('s_setreg_imm32_b32 hwreg(HW_REG_MODE), 0').writesMode);
});

test('every instruction has effects', (t) => {
  const random = randomFrom(5);
  for (const def of allInstructions()) {
    const { reads, writes } = effectsOf(randomInstruction(def, random));
    for (const { count, index } of [...reads, ...writes]) t.true(count > 0 && index + count <= 256, def.name);
  }
});
