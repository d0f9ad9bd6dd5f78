// The words of clang's command lines that do not depend on the program: target, floating point, sections, limits.

/** LLVM's raw amdgcn convention for Southern Islands. One code runs on every GPU of the family. */
export const TARGET_ARGS: readonly string[] = ['-target', 'amdgcn--', '-mcpu=tahiti', '-nogpulib'];

/** Denormals of f32 are flushed, as AMD's own compiler has it (MODE 0xC0): v_mac_f32 and v_mad_f32 may be used. */
export const FLOAT_ARGS: readonly string[] = ['-Xclang', '-fdenormal-fp-math-f32=preserve-sign,preserve-sign'];

/** Every function and table in a section of its own and hidden: our linker collects what a kernel reaches. */
export const SECTION_ARGS: readonly string[] = ['-fvisibility=hidden', '-ffunction-sections', '-fdata-sections'];

/**
 * Functions save the registers that the convention says they save. Without this, LLVM lets callers look at what a callee really
 * uses, but forgets the registers that hold a kernel's scratch descriptor: large callees overwrite it.
 */
export const CALL_ARGS: readonly string[] = ['-mllvm', '-enable-ipra=0'];

/** Quiet about what we pass ourselves, plain text, nothing that depends on the machine. */
export const COMMON_ARGS: readonly string[] = [
  '-Wno-unused-command-line-argument',
  '-fno-color-diagnostics',
  '-fno-crash-diagnostics',
];

/**
 * Hides the extensions that clang offers for the target but the GPU does not have, and those that the library makes itself.
 * clang before 16 declares vload_half only where cl_khr_fp16 is on, so that there it stays.
 */
export function extensionArgs(version: number): string[] {
  const absent = ['cl_amd_media_ops', 'cl_amd_media_ops2']; // Ours: library/media.h.
  if (version >= 16) absent.push('cl_khr_fp16');
  return ['-Xclang', `-cl-ext=${absent.map((name) => `-${name}`).join(',')}`];
}

/** Bounds of one clang process. */
export const LIMITS = { timeoutMs: 120_000, memoryBytes: 8 * 2 ** 30 } as const;
