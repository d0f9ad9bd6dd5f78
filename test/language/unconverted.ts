// What is not converted to the rules of language yet: files, and folders with a slash at the end. Lists only shrink.

export type Rule = 'vocabulary' | 'width' | 'names';

export const UNCONVERTED: Readonly<Record<Rule, readonly string[]>> = {
  vocabulary: [
    'benchmarks/board/',
    'benchmarks/common/',
    'benchmarks/compiler/',
    'benchmarks/engine/',
    'benchmarks/host/',
    'benchmarks/instruments/',
    'benchmarks/large/',
    'benchmarks/rocm/',
    'benchmarks/situations/',
    'benchmarks/timing/',
    'test/cli/',
    'test/driver/',
    'test/host/',
    'test/isa/',
  ],
  width: ['benchmarks/board/', 'benchmarks/rocm/', 'test/driver/', 'test/emulator/', 'test/guest/', 'test/hip/'],
  names: [],
};
