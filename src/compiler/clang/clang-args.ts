// The arguments of clang that depend neither on the program nor on clang's version (clang-versions.ts): target,
// floating point, sections, limits.

/** LLVM's raw amdgcn convention, for a chip by LLVM's name. */
export const targetArgs = (processor: string): string[] => ['-target', 'amdgcn--', `-mcpu=${processor}`, '-nogpulib'];

/** Denormals of f32 are flushed, as by AMD's own compiler (MODE 0xC0): v_mac_f32 and v_mad_f32 may be used. */
export const FLOAT_ARGS: readonly string[] = ['-Xclang', '-fdenormal-fp-math-f32=preserve-sign,preserve-sign'];

/**
 * Every function and table is hidden and in a separate section: Atoll's linker collects the sections that a kernel
 * reaches.
 */
export const SECTION_ARGS: readonly string[] = ['-fvisibility=hidden', '-ffunction-sections', '-fdata-sections'];

/** Only the kernels of a whole program are called from outside: unused functions are not compiled. */
export const WHOLE_PROGRAM_ARGS: readonly string[] = ['-mllvm', '-amdgpu-internalize-symbols'];

/** No warnings about Atoll's own arguments, plain text, nothing that depends on the machine. */
export const COMMON_ARGS: readonly string[] = [
  '-Wno-unused-command-line-argument',
  '-Wno-linker-warnings', // The libclc without a particular chip has another triple.
  '-fno-color-diagnostics',
  '-fno-crash-diagnostics',
];

/** Hides the extensions that the library defines (library/media.h): clang's versions differ. */
export const EXTENSION_ARGS: readonly string[] = ['-Xclang', '-cl-ext=-cl_amd_media_ops,-cl_amd_media_ops2'];

/**
 * Limits of one clang process. Processor time is limited, wall time only for hanging processes, because the machine may
 * be busy.
 */
export const LIMITS = { cpuSeconds: 120, wallMs: 30 * 60_000, memoryBytes: 8 * 2 ** 30 } as const;
