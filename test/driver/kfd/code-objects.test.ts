// Code objects that compilers of today do not make any more, or make for other chips, by the HSA runtime where that is
// installed.

import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { ByteReader } from '../../../src/elf/bytes.js';
import { readElf } from '../../../src/elf/reader.js';
import { readCodeObject } from '../../../src/hsa/code-object.js';
import { root } from '../../../src/util/paths.js';
import { run, scratchFolder } from '../../cli/atoll.js';
import { assembleObject } from '../../hsa/objects.js';
import { LLVM_MC } from '../../isa/llvm-mc.js';
import { CHIPS } from './rocm.js';

const available = existsSync('/usr/include/hsa/hsa.h') && existsSync(LLVM_MC);

/**
 * Stores a word for each work-item. @param value the scalar register that has it, and what comes first of instructions
 */
const storing = (id: readonly [string, string], before: string, value: string): string => `
  s_load_dwordx2 s[8:9], s[0:1], 0x0
  ${before}
  s_mul_i32 s12, ${id[1]}, 192
  s_lshl_b32 s13, ${id[0]}, 6
  s_add_u32 s12, s12, s13
  s_lshl_b32 s12, s12, 2
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v2, ${value}
  s_mov_b32 s10, -1
  s_mov_b32 s11, 0x27000
  s_waitcnt lgkmcnt(0)
  buffer_store_dword v2, v1, s[8:11], s12 offen
  s_endpgm
`;

/** Version 2, which counts work-groups for the kernel: 3 and 2. */
const headed = (chip: string): string => `
  .hsa_code_object_version 2,1
  .hsa_code_object_isa ${chip.slice(3).split('').join(',')},"AMD","AMDGPU"
  .text
  .globl k
  .p2align 8
  .amdgpu_hsa_kernel k
k:
  .amd_kernel_code_t
    enable_sgpr_kernarg_segment_ptr = 1
    enable_sgpr_grid_workgroup_count_x = 1
    enable_sgpr_grid_workgroup_count_y = 1
    user_sgpr_count = 4
    enable_sgpr_workgroup_id_x = 1
    enable_sgpr_workgroup_id_y = 1
    granulated_workitem_vgpr_count = 0
    granulated_wavefront_sgpr_count = 1
    float_mode = 0xc0
    wavefront_size = 6
    kernarg_segment_byte_size = 8
  .end_amd_kernel_code_t
${storing(['s4', 's5'], 's_mul_i32 s14, s3, 10\n  s_add_u32 s14, s14, s2', 's14')}
`;

const described = `
  .text
  .globl k
  .p2align 8
  .type k,@function
k:${storing(['s2', 's3'], '', '7')}
.Lend:
  .size k, .Lend-k
  .rodata
  .p2align 6
  .amdhsa_kernel k
    .amdhsa_user_sgpr_kernarg_segment_ptr 1
    .amdhsa_system_sgpr_workgroup_id_y 1
    .amdhsa_next_free_vgpr 3
    .amdhsa_next_free_sgpr 16
    .amdhsa_kernarg_size 8
  .end_amdhsa_kernel
  .amdgpu_metadata
amdhsa.version: [ 1, 1 ]
amdhsa.kernels:
  - .name: k
    .symbol: k.kd
    .kernarg_segment_size: 8
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 16
    .vgpr_count: 3
    .max_flat_workgroup_size: 256
    .args:
      - { .name: o, .size: 8, .offset: 0, .value_kind: global_buffer, .address_space: global }
  .end_amdgpu_metadata
`;

/** Of the descriptor: its properties, with the bit that requests wavefronts of 32 lanes. */
const PROPERTIES = 56;
const WAVEFRONT_32 = 0x400;

/** The object with its first kernel's descriptor changed. */
function narrow(object: Buffer): Buffer {
  const { address } = readCodeObject(object).kernels[0]!;
  const segment = readElf(new ByteReader(object, 'object')).segments.find(
    (each) => address >= each.address && address < each.address + each.fileSize,
  )!;
  const at = address - segment.address + segment.offset + PROPERTIES;
  const changed = Buffer.from(object);
  changed.writeUInt16LE(changed.readUInt16LE(at) | WAVEFRONT_32, at);
  return changed;
}

if (available)
  for (const [device, cpu] of Object.entries(CHIPS))
    test(`kernels with a header of version 2, and those of 32 lanes, on ${device}`, async (t) => {
      const folder = scratchFolder(t);
      const program = join(folder, 'code-objects');
      execFileSync('gcc', ['-O1', join(root, 'test/driver/kfd/code-objects.c'), '-o', program, '-lhsa-runtime64']);
      const current = assembleObject(described, { cpu });
      const objects = {
        current,
        old: assembleObject(headed(cpu), { cpu, version: 2, features: '-xnack' }),
        narrow: narrow(current),
      };
      const files = Object.entries(objects).map(([name, bytes]) => {
        writeFileSync(join(folder, name), bytes);
        return join(folder, name);
      });
      const { stdout, stderr, exitCode } = await run([program, ...files], ['--device', device]);
      t.deepEqual(String(stdout).split('\n'), ['all: 7', 'all: 23', 'failed: 0x1010'], String(stderr));
      t.regex(String(stderr), new RegExp(`kernel k has wavefronts of 32 lanes, ${cpu} has 64`));
      t.is(exitCode, 0);
    });
