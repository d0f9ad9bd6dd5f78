// The lanes, halves and parts of registers that real code of GFX9 uses are compiled: programs of such instructions, on
// random states and EXEC, against the oracle, as WebAssembly and as machine code of clang. None is left to the
// interpreter.

import test from 'ava';
import type { GpuMemory } from '../../../src/emulator/memory.js';
import { createOracle } from '../../../src/emulator/oracle.js';
import type { Instruction } from '../../../src/isa/instruction.js';
import { loadIsa } from '../../../src/isa/load-isa.js';
import { printInstruction } from '../../../src/isa/print.js';
import { createJit } from '../../../src/jit/engine/jit.js';
import { EagerCompiler } from '../../../src/kernels/eager-compiler.js';
import { EnginePair } from '../../emulator/engine-pair.js';
import { Random } from '../../emulator/random.js';
import { denormals } from '../../jit/denormals.js';
import { parsed } from './lanes.js';

const COUNT = Number(process.env['ATOLL_FUZZ'] ?? 1);
const SEED = Number(process.env['ATOLL_SEED'] ?? 1);
/** Denormals are kept; IEEE and DX10_CLAMP as ROCm sets them, and not. */
const MODES = [0x3f0, 0xf0] as const;

const CONTROLS = [
  ...['quad_perm:[1,0,3,2]', 'quad_perm:[3,3,3,0]', 'row_shl:1', 'row_shl:15', 'row_shr:1', 'row_shr:8', 'row_ror:5'],
  ...[
    'wave_shl:1',
    'wave_rol:1',
    'wave_shr:1',
    'wave_ror:1',
    'row_mirror',
    'row_half_mirror',
    'row_bcast:15',
    'row_bcast:31',
  ],
];
const MASKS = ['row_mask:0xf bank_mask:0xf', 'row_mask:0xa bank_mask:0xf', 'row_mask:0xf bank_mask:0x6 bound_ctrl:0'];

const FORMS = [
  'v_mov_b32_dpp v1, v2',
  'v_mov_b32_dpp v2, v2',
  'v_add_f32_dpp v3, -v3, |v1|',
  'v_add_co_u32_dpp v4, vcc, v3, v4',
];

/** Instructions whose lanes read each other: one may change the register that it reads. */
const LANES = [
  ...CONTROLS.map((control, at) => `${FORMS[at % FORMS.length]!} ${control} ${MASKS[at % MASKS.length]!}`),
  'ds_bpermute_b32 v1, v2, v3',
  'ds_bpermute_b32 v3, v1, v3 offset:4',
  'ds_bpermute_b32 v2, v2, v2 offset:252',
  'ds_permute_b32 v1, v2, v3',
  'ds_permute_b32 v2, v2, v3 offset:8',
  'ds_swizzle_b32 v4, v4 offset:swizzle(SWAP,16)',
  'ds_swizzle_b32 v1, v4 offset:swizzle(BROADCAST,8,3)',
];
/** Instructions between them: their results are read by other lanes. */
const WRITES = [
  'v_mov_b32_e32 v1, v4',
  'v_lshlrev_b32_e32 v2, 2, v0',
  'v_xor_b32_e32 v3, v3, v1',
  'v_cndmask_b32_e32 v4, v2, v3, vcc',
  's_mov_b64 exec, s[2:3]',
  's_not_b64 exec, exec',
];
const HALVES = [
  ...['add', 'sub', 'mul', 'min', 'max'].flatMap((name) => [
    `v_${name}_f16_e32 v1, v2, v3`,
    `v_${name}_f16_e64 v2, -v1, |v3| clamp`,
    ...(name === 'sub' ? [] : [`v_pk_${name}_f16 v3, v1, v4 op_sel:[1,0] neg_hi:[1,0]`]),
  ]),
  'v_fma_f16 v1, v2, -v3, v4',
  'v_pk_fma_f16 v2, v1, v3, v4',
  'v_fma_f16 v4, v1, v2, v4',
  'v_ldexp_f16_e32 v1, v3, v4',
  'v_cvt_f16_f32_e32 v2, v1',
  'v_cvt_f32_f16_e32 v3, v4',
  'v_cvt_f16_u16_e32 v4, v1',
  'v_cvt_f16_i16_e64 v4, v1 clamp',
  'v_pack_b32_f16 v1, v2, v3',
  'v_cmp_lt_f16_e32 vcc, v1, v2',
];
const PARTS = [
  'v_cvt_f32_u32_sdwa v1, v2 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_1',
  'v_cvt_f32_f16_sdwa v2, v3 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1',
  'v_min_f32_sdwa v3, sext(v1), v2 dst_sel:BYTE_1 dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_1',
  'v_mul_f32_sdwa v4, v3, -|v2| clamp dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:DWORD',
  'v_cvt_f16_f32_sdwa v1, v4 dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:DWORD',
  'v_cmp_gt_f16_sdwa vcc, v1, v2 src0_sel:WORD_1 src1_sel:WORD_0',
];
const IN_LDS = ['ds_add_f32 v1, v2', 'ds_add_rtn_f32 v3, v4, v2 offset:16'];
/** Makes addresses of LDS of the registers' contents. */
const ADDRESSES = ['v_and_b32_e32 v1, 0x3fc, v1', 'v_and_b32_e32 v4, 0x7fc, v4'];

const isa = await loadIsa('gfx900');
type Program = readonly Instruction[];
const decoded = (lines: readonly string[]): Program => lines.map((line) => parsed(line, isa));
/** All of them once, in any order, with writes of their registers in between. */
function shuffled(random: Random, all: Program, between: Program): Program {
  const rest = [...all];
  return all.flatMap(() => {
    const [next] = rest.splice(random.below(rest.length), 1);
    return random.chance(0.5) ? [random.pick(between), next!] : [next!];
  });
}

const KINDS: Readonly<Record<string, (random: Random) => Program>> = {
  'other lanes': (random) => shuffled(random, decoded(LANES), decoded(WRITES)),
  'halves and parts of registers': (random) => shuffled(random, decoded([...HALVES, ...PARTS]), decoded(WRITES)),
  'sums in LDS': () => decoded([...ADDRESSES, ...IN_LDS]),
};
const code = new EagerCompiler();
const fused = denormals !== undefined;
const ENGINES = {
  WebAssembly: (memory: GpuMemory) => createJit(memory, { exact: true, denormals, fused }),
  'machine code': (memory: GpuMemory) =>
    createJit(memory, { exact: true, denormals, fused, store: code, nativeCode: code }),
} as const;
/** Programs, and states of each: clang takes its time. */
const EFFORT = { WebAssembly: [2, 4], 'machine code': [1, 16] } as const;

for (const [engine, make] of Object.entries(ENGINES))
  for (const [kind, program] of Object.entries(KINDS))
    test(`${kind}, as ${engine}`, (t) => {
      const random = new Random(SEED);
      const [programs, states] = EFFORT[engine as keyof typeof ENGINES];
      const pair = new EnginePair(make, createOracle, SEED);
      for (let n = 0; n < programs * COUNT; n++) {
        const mode = MODES[n % MODES.length]!;
        const instructions = program(random);
        for (let state = 0; state < states; state++)
          t.deepEqual(
            pair.tryProgram(instructions, mode),
            [],
            instructions.map((each) => printInstruction(each)).join('\n'),
          );
      }
      t.is(pair.exits, 0);
      if (engine !== 'WebAssembly') t.true(code.compiled > 0);
    });
