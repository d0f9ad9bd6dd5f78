// Programs of HSA that bring BRIG modules: the guest library finalizes them by the simulator.

import { execFileSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { assemble } from '../../../src/hsail/text/assembler.js';
import { root } from '../../../src/util/paths.js';
import { run, scratchFolder } from '../../cli/atoll.js';
import { runtimeTest } from '../runtime.js';
import { build } from './hsa-program.js';

const COPY = `
module &copies:1:0:$full:$large:$default;
prog kernel &copy(kernarg_u64 %out, kernarg_u64 %in)
{
  workitemabsid_u32 $s0, 0;
  cvt_u64_u32 $d0, $s0;
  shl_u64 $d0, $d0, 2;
  ld_kernarg_u64 $d1, [%in];
  add_u64 $d1, $d1, $d0;
  ld_global_u32 $s1, [$d1];
  ld_kernarg_u64 $d2, [%out];
  add_u64 $d2, $d2, $d0;
  st_global_u32 $s1, [$d2];
  ret;
};
`;

/** Each work-item adds 1 to the counter 256 times, after it has set a word for the host. */
const COUNT = `
prog kernel &count(kernarg_u64 %counter, kernarg_u64 %go)
{
  ld_kernarg_u64 $d0, [%counter];
  ld_kernarg_u64 $d1, [%go];
  atomicnoret_st_global_screl_system_b32 [$d1], 1;
  mov_b32 $s0, 256;
@again:
  atomicnoret_add_global_rlx_system_u32 [$d0], 1;
  sub_u32 $s0, $s0, 1;
  cmp_ne_b1_u32 $c0, $s0, 0;
  cbr_b1 $c0, @again;
  ret;
};
`;

const UNDEFINED = `
module &undefined:1:0:$full:$large:$default;
decl prog function &elsewhere()();
prog kernel &copy(kernarg_u64 %out, kernarg_u64 %in)
{
  { call &elsewhere() (); }
  ret;
};
`;

/** A tool of the program's own, which reports that the runtime has loaded it. */
function ownTool(folder: string): string {
  const tool = join(folder, 'own-tool.so');
  const source = 'int puts(const char*); _Bool OnLoad(void) { puts("own tool"); return 1; }';
  execFileSync('gcc', ['-shared', '-fPIC', '-x', 'c', '-', '-o', tool], { input: source });
  return tool;
}

/** Files of modules, of which one has an operand that leads nowhere. */
function modules(folder: string): string[] {
  const good = assemble(COPY);
  const damaged = Buffer.from(good);
  // The name of the module, behind the section's header of 32 bytes, whose name stands at 16.
  damaged.writeUInt32LE(0x21, damaged.indexOf('hsa_code') + 16 + 4);
  const named = { good, damaged, base: assemble(COPY.replace('$full', '$base')), undefined: assemble(UNDEFINED) };
  return Object.entries(named).map(([name, bytes]) => {
    writeFileSync(join(folder, name), bytes);
    return join(folder, name);
  });
}

const ROUND = [
  'own tool',
  'empty: 0x2005',
  'again: 0x2003',
  'module: the same, profile 1',
  'destroyed: 0x2000',
  'no symbol: 0x1013',
  'symbol &copy 5',
  'copied: yes',
];
const REFUSED = [
  'damaged: 0x2001 0x2001',
  'base: 0x2002 0x2002',
  'undefined: 0x0 0x2005',
  'nowhere: 0x2001 0x2001',
  'directives: 0x2006 0x2005 0x0',
];

const finalizes = async (t: ExecutionContext, device: string): Promise<void> => {
  const folder = scratchFolder(t);
  const program = build(folder, 'finalize');
  const env = { ...process.env, HSA_TOOLS_LIB: ownTool(folder) };
  const { stdout, stderr, exitCode } = await run([program, ...modules(folder)], ['--device', device], { env });
  t.deepEqual(String(stdout).split('\n'), [...ROUND, ...REFUSED, ...ROUND, ...ROUND], String(stderr));
  t.regex(String(stderr), /hsa_ext_program_add_module: module 1 of the program: hsa_code\+0x[0-9a-f]+: /);
  t.regex(String(stderr), /module 1 of the program has the profile \$base, the program \$full/);
  t.regex(String(stderr), /hsa_ext_program_finalize: module &undefined: hsa_code\+0x[0-9a-f]+.*&elsewhere is declared/);
  t.is(exitCode, 0);
};

/** Our declarations against the runtime's headers, which a compiler reads both. */
const DECLARATIONS = `
#include <hsa/hsa_api_trace.h>
#include "hsa/hsa_types.h"
#define PLACE(ours, theirs) \\
  static_assert(offsetof(hsa::CoreTable, functions) + 8 * hsa::ours == offsetof(CoreApiTable, theirs##_fn))
PLACE(kIterateAgents, hsa_iterate_agents);
PLACE(kAgentGetInfo, hsa_agent_get_info);
PLACE(kAgentIterateRegions, hsa_agent_iterate_regions);
PLACE(kRegionGetInfo, hsa_region_get_info);
PLACE(kMemoryAllocate, hsa_memory_allocate);
PLACE(kMemoryFree, hsa_memory_free);
PLACE(kCodeObjectGetSymbol, hsa_code_object_get_symbol);
PLACE(kCodeSymbolGetInfo, hsa_code_symbol_get_info);
PLACE(kExecutableLoadCodeObject, hsa_executable_load_code_object);
PLACE(kExecutableGetSymbol, hsa_executable_get_symbol);
PLACE(kExecutableSymbolGetInfo, hsa_executable_symbol_get_info);
PLACE(kIsaGetInfoAlt, hsa_isa_get_info_alt);
PLACE(kCodeObjectGetSymbolFromName, hsa_code_object_get_symbol_from_name);
PLACE(kExecutableGetSymbolByName, hsa_executable_get_symbol_by_name);
static_assert(sizeof(hsa::CoreTable) <= sizeof(CoreApiTable));
static_assert(sizeof(hsa::FinalizerTable) == sizeof(FinalizerExtTable));
static_assert(offsetof(hsa::FinalizerTable, finalize) == offsetof(FinalizerExtTable, hsa_ext_program_finalize_fn));
static_assert(offsetof(hsa::ApiTable, core) == offsetof(HsaApiTable, core_));
static_assert(offsetof(hsa::ApiTable, finalizer) == offsetof(HsaApiTable, finalizer_ext_));
static_assert(sizeof(hsa::ControlDirectives) == sizeof(hsa_ext_control_directives_t));
#define DIRECTIVE(field, offset) static_assert(offsetof(hsa_ext_control_directives_t, field) == offset)
DIRECTIVE(break_exceptions_mask, 8);
DIRECTIVE(detect_exceptions_mask, 10);
DIRECTIVE(max_dynamic_group_size, 12);
DIRECTIVE(max_flat_grid_size, 16);
DIRECTIVE(max_flat_workgroup_size, 24);
DIRECTIVE(required_grid_size, 32);
DIRECTIVE(required_workgroup_size, 56);
DIRECTIVE(required_dim, 68);
static_assert(hsa::kDirectiveMismatch == HSA_EXT_STATUS_ERROR_DIRECTIVE_MISMATCH);
static_assert(hsa::kFinalizationFailed == HSA_EXT_STATUS_ERROR_FINALIZATION_FAILED);
static_assert(hsa::kModuleAlreadyIncluded == HSA_EXT_STATUS_ERROR_MODULE_ALREADY_INCLUDED);
static_assert(hsa::kIncompatibleModule == HSA_EXT_STATUS_ERROR_INCOMPATIBLE_MODULE);
static_assert(hsa::kInvalidModule == HSA_EXT_STATUS_ERROR_INVALID_MODULE);
static_assert(hsa::kInvalidCodeObject == HSA_STATUS_ERROR_INVALID_CODE_OBJECT);
static_assert(hsa::kInvalidProgram == HSA_EXT_STATUS_ERROR_INVALID_PROGRAM);
static_assert(hsa::kSymbolName == HSA_EXECUTABLE_SYMBOL_INFO_NAME && hsa::kSymbolName == HSA_CODE_SYMBOL_INFO_NAME);
static_assert(hsa::kIsaName == HSA_ISA_INFO_NAME && hsa::kAgentDevice == HSA_AGENT_INFO_DEVICE);
static_assert(hsa::kRegionSegment == HSA_REGION_INFO_SEGMENT);
static_assert(hsa::kRegionRuntimeAllocAllowed == HSA_REGION_INFO_RUNTIME_ALLOC_ALLOWED);
`;

runtimeTest("the guest library's declarations are the runtime's", (t) => {
  const folder = scratchFolder(t);
  const source = join(folder, 'declarations.cc');
  writeFileSync(source, DECLARATIONS);
  // The header names its neighbours by this folder.
  symlinkSync('/usr/include/hsa', join(folder, 'inc'));
  const folders = ['-I', join(root, 'runtime'), '-I', folder];
  t.notThrows(() => execFileSync('g++', ['-std=c++17', '-w', '-fsyntax-only', ...folders, source], { stdio: 'pipe' }));
});

for (const device of ['fiji', 'vega10'])
  runtimeTest(`programs finalize BRIG modules on ${device}, in three rounds of the runtime`, finalizes, device);

const HEAP = [
  'environment: clean',
  ...Array.from({ length: 3 }, () => ['copied: yes', 'copied: yes', 'counted: all']).flat(),
  'blocks: 0 wrong',
  'fork: child 0, parent 7',
];

const reaches = async (t: ExecutionContext, device: string): Promise<void> => {
  const folder = scratchFolder(t);
  const program = build(folder, 'heap');
  const module = join(folder, 'module.brig');
  writeFileSync(module, assemble(COPY + COUNT));
  const { stdout, stderr, exitCode } = await run([program, module], ['--device', device]);
  t.deepEqual(String(stdout).split('\n'), HEAP, String(stderr));
  t.is(exitCode, 0);
};

for (const device of ['fiji', 'vega10']) runtimeTest(`kernels reach memory of malloc on ${device}`, reaches, device);

const WRONG = [
  'half a page: EINVAL',
  'too much: ENOMEM',
  'a page: done',
  'smaller: done',
  'no argument: EFAULT',
  'garbage: done',
  '  status 1',
  'empty: done',
  '  status 1',
  'nowhere: EFAULT',
  'endless: E2BIG',
  'profile: EINVAL',
  'no modules: EINVAL',
  'many modules: EINVAL',
  'no table: EFAULT',
  'another result: EINVAL',
  'unknown: ENOTTY',
];

test('wrong requests of a guest library are refused, each by its errno', async (t) => {
  const program = join(scratchFolder(t), 'hostile');
  const source = join(root, 'test/hsa/programs/hostile.cc');
  execFileSync('g++', ['-O1', '-I', join(root, 'runtime'), source, '-o', program]);
  const { stdout, stderr, exitCode } = await run([program], ['--device', 'vega10']);
  t.deepEqual(String(stdout).split('\n'), WRONG, String(stderr));
  t.is(exitCode, 0);
});

runtimeTest('a code object of version 1 is refused with its version and the next step', async (t) => {
  const { stdout, stderr } = await run([build(scratchFolder(t), 'old-object')], ['--device', 'fiji']);
  t.is(String(stdout), 'load: 0x1010');
  t.regex(
    String(stderr),
    /hsa_executable_load_code_object: the code object has version 1, .*; finalize its BRIG module/,
  );
});
