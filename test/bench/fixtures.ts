// Result files for tests of comparison and reports.

import type { BenchResults, CaseResult, Sample } from '../../src/bench/results.js';

export const sample = (wallSeconds: number, more: Partial<Sample> = {}): Sample => ({
  wallSeconds,
  kernelSeconds: null,
  launches: null,
  wavefronts: null,
  instructions: null,
  ...more,
});

export const caseResult = (more: Partial<CaseResult>): CaseResult => ({
  benchmark: 'a',
  size: 'small',
  target: 'atoll',
  seed: 1,
  tags: [],
  command: ['atoll'],
  sha256: '00',
  machine: 'host',
  verdict: 'PASS',
  reason: '',
  samples: [],
  ...more,
});

export const results = (cases: readonly CaseResult[], more: Partial<BenchResults> = {}): BenchResults => ({
  schema: 1,
  kind: 'atoll benchmark results',
  release: '0',
  commit: null,
  started: '2020-01-01T00:00:00.000Z',
  command: ['atoll', 'bench'],
  manifest: { path: '/m.json', sha256: '00' },
  settings: { warmup: 0, repeats: 3, limitSeconds: 10, seed: 1 },
  baseline: 'atoll',
  targets: { atoll: 'Atoll 0' },
  environment: {},
  machines: {
    host: {
      host: 'host',
      processor: 'P',
      processors: 2,
      memoryBytes: 2 ** 30,
      kernel: '6',
      system: 'Debian',
      node: 'v20',
      load: 0,
    },
  },
  cases: [...cases],
  ...more,
});
