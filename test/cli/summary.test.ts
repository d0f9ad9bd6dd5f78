// What a run's summary and report say about instructions that the JIT left to the interpreter.

import test from 'ava';
import { runReportSchema } from '../../src/bench/run-report.js';
import { runReport } from '../../src/cli/run-report.js';
import { summarize } from '../../src/cli/summary.js';
import type { LaunchReport } from '../../src/driver/processor/messages.js';
import { Counters } from '../../src/emulator/counters.js';

function launch(instructions: number, exits: Readonly<Record<string, number>>): LaunchReport {
  const counters = new Counters();
  const other = new Counters();
  other.instructions[0] = instructions;
  for (const [mnemonic, count] of Object.entries(exits)) for (let n = 0; n < count; n++) other.exit(mnemonic);
  counters.add(other);
  const sizes = { globalSize: [64, 1, 1], localSize: [64, 1, 1] } as const;
  return {
    session: 1,
    signal: 1,
    kernel: 'k',
    device: 0,
    ...sizes,
    counters: counters.values,
    startNs: 0n,
    endNs: 10n,
  };
}

const launches = [launch(150, { image_gather4: 2 }), launch(50, { image_gather4: 1, v_trig_preop_f64: 5 })];

test('the summary names exits by mnemonic, most frequent first, and their share', (t) => {
  const text = summarize(launches, 1000n, ['tahiti']);
  t.true(text.includes('left to the interpreter: 8 (4.00 %): v_trig_preop_f64 5, image_gather4 3'), text);
  t.false(summarize([launch(150, {})], 1000n, ['tahiti']).includes('interpreter'));
});

test('the report has exits by kernel and by launch', (t) => {
  const report = runReport({
    command: ['x'],
    devices: ['tahiti'],
    engine: 'jit',
    end: { code: 0 },
    wallNs: 1000n,
    launches,
  });
  const parsed = runReportSchema.parse(JSON.parse(JSON.stringify(report)));
  t.deepEqual(parsed.kernels[0]!.exits, { image_gather4: 3, v_trig_preop_f64: 5 });
  t.deepEqual(parsed.launches[0]!.exits, { image_gather4: 2 });
});

test('counts have commas', (t) => {
  const text = summarize([launch(999, {}), launch(1_000_001, {})], 1000n, ['tahiti']);
  t.regex(text, /k: 2 launches, 0 wavefronts, 1,001,000 wave-instructions/);
  t.regex(summarize([launch(999, {})], 1000n, ['tahiti']), /, 999 wave-instructions/);
});
