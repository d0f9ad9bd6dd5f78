// How many random programs a test takes.

/**
 * Less than 1 where kernels are cut into pieces (small-limits.ts): the same programs run whole elsewhere, and what is
 * looked for is at the cuts, of which each program has many. ATOLL_LONG: all.
 */
export const EFFORT = { share: 1 };

/** So many programs, or the share of them. */
export const many = (count: number): number => Math.ceil(count * EFFORT.share);

/** Some choices, or the last of them where the share is small. */
export const someOf = <T>(choices: readonly T[]): readonly T[] => (EFFORT.share < 1 ? choices.slice(-1) : choices);

/**
 * Hand-written programs that one of two tests takes: the other test has the rest. With kernels cut into pieces, a
 * share of these. ATOLL_LONG: both tests take all.
 */
export function halfOf<T>(programs: readonly T[], second: boolean): readonly T[] {
  if (process.env['ATOLL_LONG']) return programs;
  const step = Math.round(2 / EFFORT.share);
  return programs.filter((_, index) => index % step === Number(second));
}
