// Number and length of measurements, and their summary: on a shared machine the least time is the engine's, the
// median the usual one.

export interface SamplingEffort {
  /** Measurements of each number. */
  readonly repeats: number;
  /** Least milliseconds of one measurement of an instruction. */
  readonly milliseconds: number;
  /** Milliseconds of launches that do not count: compilers of JavaScript and WebAssembly get better with every call. */
  readonly warmup: number;
}

export interface SpeedSample {
  readonly best: number;
  readonly median: number;
}

/** Best and median of a list of times. */
export function summary(times: readonly number[]): SpeedSample {
  const sorted = [...times].sort((a, b) => a - b);
  return { best: sorted[0]!, median: sorted[sorted.length >> 1]! };
}

const MAX_ITERATIONS = 1 << 24;

/** How many iterations take long enough to be measured, once the engine is warm. */
export function iterationsFor(run: (iterations: number) => number, { milliseconds, warmup }: SamplingEffort): number {
  let iterations = 4;
  let spent = 0;
  for (;;) {
    const time = run(iterations);
    spent += time;
    const enough = time >= milliseconds || iterations >= MAX_ITERATIONS;
    if (enough && spent >= warmup) return iterations;
    if (enough) continue;
    // A first launch compiles: it must not decide alone how far to go.
    iterations = Math.min(MAX_ITERATIONS, Math.ceil(iterations * Math.min(8, Math.max(1.5, milliseconds / time))));
  }
}

/** Samples of one run, after some that do not count. */
export function sampled(run: () => number, { repeats, warmup }: SamplingEffort): SpeedSample {
  for (let spent = 0; spent < warmup; ) spent += Math.max(run(), 1e-3);
  return summary(Array.from({ length: repeats }, run));
}
