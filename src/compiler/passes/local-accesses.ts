// Functions in LLVM IR text with a thousand accesses to local memory and more. Chips before GFX9 set M0 before each,
// and LLVM ('SI Fix SGPR copies') compares all pairs of these to merge them: minutes for a hash with unrolled tables.

const FUNCTION = /^define [\s\S]*?^}$/gm;
const ACCESS = /^ {2}(?:%\S+ = )?(?:load|store|atomicrmw|cmpxchg) .*\baddrspace\(3\)/gm;

/** Instructions that the comparison of all pairs may visit: 1000 accesses in 6000 instructions take five seconds. */
const MAX_VISITS = 4e9;

function visitsOf(body: string): number {
  const accesses = body.match(ACCESS)?.length ?? 0;
  return accesses ** 2 * body.split('\n').length;
}

/** Whether a function of a text has too many accesses to local memory for LLVM to merge what sets M0. */
export const hasManyLocalAccesses = (text: string): boolean =>
  text.includes('addrspace(3)') && [...text.matchAll(FUNCTION)].some(([body]) => visitsOf(body) > MAX_VISITS);

/** Arguments of clang that leave M0 to be set before each access. */
export const UNMERGED: readonly string[] = ['-mllvm', '-amdgpu-enable-merge-m0=0'];
