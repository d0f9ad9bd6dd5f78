// Code objects as LLVM makes them, of every version: from OpenCL C by the tested clang, and from assembly.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findToolchain } from '../../src/compiler/clang/toolchain.js';
import { LLVM_MC, llvmTool } from '../isa/llvm-mc.js';

const LINKER = llvmTool('ld.lld');

function execute(file: string, args: readonly string[]): void {
  const { status, stderr, error } = spawnSync(file, args, { encoding: 'utf8' });
  if (status !== 0) throw error ?? new Error(`${file} ${args.join(' ')}: ${stderr}`);
}

/** Output of a tool for a text, linked or not. */
function make(name: string, text: string, tool: (source: string, object: string) => void, linked: boolean): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-hsa-'));
  try {
    const [source, object, whole] = [join(folder, name), join(folder, 'object.o'), join(folder, 'object.so')];
    writeFileSync(source, text);
    tool(source, object);
    if (linked) execute(LINKER, ['-shared', object, '-o', whole]);
    return readFileSync(linked ? whole : object);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A linked code object of OpenCL C, of version 4 or 5. */
export function compileObject(source: string, version: number, cpu = 'gfx600', standard = 'CL1.2'): Buffer {
  const { clang } = findToolchain(undefined).toolchain!;
  const language = [
    '-x',
    'cl',
    `-cl-std=${standard}`,
    '-Xclang',
    '-finclude-default-header',
    '-cl-kernel-arg-info',
    '-O2',
  ];
  const target = ['-target', 'amdgcn-amd-amdhsa', `-mcpu=${cpu}`, '-nogpulib', `-mcode-object-version=${version}`];
  return make(
    'kernel.cl',
    source,
    (file, object) => execute(clang, [...language, ...target, '-c', file, '-o', object]),
    true,
  );
}

/** A linked code object of C for a GPU. @param flags of clang */
export function compileC(source: string, cpu: string, flags: readonly string[]): Buffer {
  const { clang } = findToolchain(undefined).toolchain!;
  const target = ['-target', 'amdgcn-amd-amdhsa', `-mcpu=${cpu}`, '-nogpulib', '-mcode-object-version=5'];
  const args = ['-x', 'c', '-ffreestanding', ...target, ...flags];
  return make('kernel.c', source, (file, object) => execute(clang, [...args, '-c', file, '-o', object]), true);
}

export interface AssemblyOptions {
  readonly cpu?: string;
  /** 2 to 5. */
  readonly version?: number;
  /** `+xnack,-sramecc` */
  readonly features?: string;
  readonly linked?: boolean;
}

/** An object of assembly. */
export function assembleObject(text: string, options: AssemblyOptions = {}): Buffer {
  const { cpu = 'gfx600', version = 4, features = '', linked = true } = options;
  const args = ['-triple=amdgcn-amd-amdhsa', `-mcpu=${cpu}`, `-mattr=${features}`, '-filetype=obj'];
  const tool = (source: string, object: string): void =>
    execute(LLVM_MC, [...args, `--amdhsa-code-object-version=${version}`, source, '-o', object]);
  return make('kernel.s', text, tool, linked);
}

/** Stores the number of each work-item. */
const CODE = `
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  s_mov_b32 s6, -1
  s_mov_b32 s7, 0xf000
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v2, 0
  s_waitcnt lgkmcnt(0)
  buffer_store_dword v0, v[1:2], s[4:7], 0 addr64
  s_endpgm
`;

/** The kernel \`k\` of one pointer, for version 3 and later. */
export const NUMBERS = `
  .text
  .globl k
  .p2align 8
  .type k,@function
k:${CODE}
.Lend:
  .size k, .Lend-k
  .rodata
  .p2align 6
  .amdhsa_kernel k
    .amdhsa_user_sgpr_kernarg_segment_ptr 1
    .amdhsa_next_free_vgpr 3
    .amdhsa_next_free_sgpr 8
  .end_amdhsa_kernel
  .data
  .p2align 3
  .globl pointer
pointer: .quad k
  .amdgpu_metadata
amdhsa.version: [ 1, 1 ]
amdhsa.printf: ['1:2:4:8:at %d\\72 %s']
amdhsa.kernels:
  - .name: k
    .symbol: k.kd
    .kernarg_segment_size: 16
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 8
    .vgpr_count: 3
    .max_flat_workgroup_size: 256
    .reqd_workgroup_size: [ 64, 1, 1 ]
    .args:
      - { .name: o, .type_name: 'uint*', .size: 8, .offset: 0, .value_kind: global_buffer, .address_space: global }
      - { .size: 8, .offset: 8, .value_kind: hidden_printf_buffer, .address_space: global }
  .end_amdgpu_metadata
`;

/** The same in version 2. */
export const OLD_NUMBERS = `
  .hsa_code_object_version 2,1
  .hsa_code_object_isa 6,0,0,"AMD","AMDGPU"
  .text
  .globl k
  .p2align 8
  .amdgpu_hsa_kernel k
k:
  .amd_kernel_code_t
    enable_sgpr_kernarg_segment_ptr = 1
    user_sgpr_count = 2
    enable_sgpr_workgroup_id_x = 1
    granulated_workitem_vgpr_count = 0
    granulated_wavefront_sgpr_count = 1
    float_mode = 0xc0
    wavefront_size = 6
    kernarg_segment_byte_size = 16
  .end_amd_kernel_code_t
${CODE}
  .amd_amdgpu_hsa_metadata
Version: [ 1, 0 ]
Kernels:
  - Name: k
    SymbolName: 'k@kd'
    Attrs: { ReqdWorkGroupSize: [ 64, 1, 1 ] }
    Args:
      - { Name: o, TypeName: 'uint*', Size: 8, Align: 8, ValueKind: GlobalBuffer, ValueType: U32, AddrSpaceQual: Global }
      - { Size: 8, Align: 8, ValueKind: HiddenGlobalOffsetX, ValueType: I64 }
    CodeProps: { KernargSegmentSize: 16, GroupSegmentFixedSize: 0, PrivateSegmentFixedSize: 0, KernargSegmentAlign: 8, WavefrontSize: 64 }
  .end_amd_amdgpu_hsa_metadata
`;
