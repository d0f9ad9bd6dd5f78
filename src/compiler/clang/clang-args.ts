// The words of clang's command lines that depend neither on the program nor on clang's version (clang-versions.ts):
// target, floating point, sections, limits.

/** LLVM's raw amdgcn convention, for a chip by LLVM's name. */
export const targetArgs = (processor: string): string[] => ['-target', 'amdgcn--', `-mcpu=${processor}`, '-nogpulib'];

/** Denormals of f32 are flushed, as AMD's own compiler has it (MODE 0xC0): v_mac_f32 and v_mad_f32 may be used. */
export const FLOAT_ARGS: readonly string[] = ['-Xclang', '-fdenormal-fp-math-f32=preserve-sign,preserve-sign'];

/** Every function and table in a section of its own and hidden: our linker collects what a kernel reaches. */
export const SECTION_ARGS: readonly string[] = ['-fvisibility=hidden', '-ffunction-sections', '-fdata-sections'];

/** Of a whole program only the kernels are called from outside: what they do not need is not compiled. */
export const WHOLE_PROGRAM_ARGS: readonly string[] = ['-mllvm', '-amdgpu-internalize-symbols'];

/** Quiet about what we pass ourselves, plain text, nothing that depends on the machine. */
export const COMMON_ARGS: readonly string[] = [
  '-Wno-unused-command-line-argument',
  '-Wno-linker-warnings', // libclc of no chip in particular has another triple.
  '-fno-color-diagnostics',
  '-fno-crash-diagnostics',
];

/** Hides the extensions that the library makes itself (library/media.h): clang's version of them is another one. */
export const EXTENSION_ARGS: readonly string[] = ['-Xclang', '-cl-ext=-cl_amd_media_ops,-cl_amd_media_ops2'];

/**
 * Bounds of one clang process. What it computes counts; how long that takes on a busy machine does not, but for what
 * hangs.
 */
export const LIMITS = { cpuSeconds: 120, wallMs: 30 * 60_000, memoryBytes: 8 * 2 ** 30 } as const;
