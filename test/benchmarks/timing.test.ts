// Numbers that the page on the timing model derives.

import test from 'ava';
import { cyclesOf, readReport, readTimings, tableOf } from '../../benchmarks/timing/multi2sim-report.js';
import { rankCorrelation, shocText } from '../../benchmarks/timing/shoc.js';
import { AtollError } from '../../src/util/errors.js';

test('ranks: the same order, the opposite one, and equals, which share theirs', (t) => {
  const pairs = (figures: readonly number[]) => figures.map((each, n) => [each, n] as const);
  t.is(rankCorrelation(pairs([1, 10, 100])), 1);
  t.is(rankCorrelation(pairs([3, 2, 1])), -1);
  // By hand: ranks 1.5, 1.5, 3 beside 1, 2, 3.
  t.true(Math.abs(rankCorrelation(pairs([5, 5, 6])) - 1.5 / Math.sqrt(1.5 * 2)) < 1e-12);
});

test('a row without a published number is shown, and counts for nothing', (t) => {
  const row = (name: string, throughput: number, published: number | undefined) => ({
    name,
    precision: 'single' as const,
    unit: 'GB/s' as const,
    throughput,
    share: throughput / 200,
    ...(published === undefined ? {} : { published }),
    publishedShare: published && published / 200,
  });
  const text = shocText([row('one', 100, 50), row('other', 20, 40), row('alone', 7, undefined)]);
  t.regex(text, /over 2 rows of the shares of the peak: 1\.00/);
  t.regex(text, /1\.00 times as fast/);
  t.regex(text, /\| alone \| single \| 7\.000 \| none \| GB\/s \| 3\.50 % \| {2}\| {2}\|/);
  t.regex(text, /\| one \| single \| 100\.0 \| 50 \| GB\/s \| 50\.0 % \| 25\.0 % \| 2\.00 \|/);
});

// As Multi2Sim 5.0 writes it: its configuration, all of the device, and each compute unit.
const REPORT = `;\n; GPU Configuration\n;\n\n[ Config.Device ]\nFrequency = 1000\nNumComputeUnits = 32\n
;\n; Simulation Statistics\n;\n\n[ Device ]\n\nNDRangeCount = 2\nWorkGroupCount = 64\nInstructions = 12800
ScalarALUInstructions = 3000\nCycles = 3332\nInstructionsPerCycle = 3\n\n
[ ComputeUnit 0 ]\n\nWorkGroupCount = 2\nInstructions = 400\nCycles = 3332\nInstructionsPerCycle = 0.12\n\nScalarRegReads= 7\n`;
const launch = (executionCycles: number) => ({
  time: { chip: 'multi2sim-7970', workGroups: 32, waveInstructions: 6400, executionCycles },
});

test('Multi2Sim report: its numbers appear beside the times of all launches of the program', (t) => {
  const report = readReport('report', REPORT);
  t.deepEqual(report, { launches: 2, workGroups: 64, instructions: 12800 });
  const theirs = { ...report, cycles: 3332 };
  const ours = readTimings('times', JSON.stringify({ launches: [launch(1700), launch(1965)] }));
  t.deepEqual(ours, { chip: 'multi2sim-7970', launches: 2, workGroups: 64, instructions: 12800, cycles: 3665 });
  t.regex(
    tableOf([{ name: 'p', theirs, ours }]),
    /\| p \| 2 \| 12,800 \| 3,332 \| 3,665 \| \+10 % \|\n\n.*factor of 1\.10/,
  );
  const fewer = { ...ours, instructions: 9000 };
  t.regex(tableOf([{ name: 'p', theirs, ours: fewer }]), /\| 12,800; 9,000 \|/);
});

// As Multi2Sim 5.0 writes it, with what else stands in it: a launch of two work-groups beside each other, and one of
// one.
const TRACE = `si.init version="1.1" num_compute_units=32\nmem.init version="1.1"\nc clk=1950
si.map_wg cu=0 wg=0 wi_first=0 wi_count=256 wf_first=0 wf_count=4\nsi.new_inst id=1 cu=0 ib=0 wf=0 uop_id=1 stg="f" asm="S_MOV_B32"
c clk=1951\nsi.map_wg cu=1 wg=1 wi_first=256 wi_count=256 wf_first=4 wf_count=4\nc clk=2000\nsi.unmap_wg cu=0 wg=0
c clk=2050\nsi.unmap_wg cu=1 wg=1\nc clk=7000\nsi.map_wg cu=0 wg=0 wi_first=0 wi_count=64 wf_first=0 wf_count=1
c clk=7011\nsi.unmap_wg cu=0 wg=0\n`.split('\n');

test('cycles are those in which the device has work-groups, without those before and between launches', async (t) => {
  t.is(await cyclesOf('trace', TRACE), 2050 - 1950 + 7011 - 7000);
  const refused = async (lines: readonly string[]) =>
    (await t.throwsAsync(cyclesOf('trace', lines), { instanceOf: AtollError })).message;
  t.regex(await refused(TRACE.slice(0, -2)), /^trace: a work-group has not ended/);
  t.regex(await refused(['c clk=5', 'x86.init']), /^trace: no work-group/);
});

test('files that are no such reports are refused with file and key', (t) => {
  const refused = (read: () => unknown): string => t.throws(read, { instanceOf: AtollError }).message;
  t.regex(
    refused(() => readReport('r', REPORT.replace('NDRangeCount', 'NDRanges'))),
    /^r: .*'NDRangeCount'/,
  );
  t.regex(
    refused(() => readReport('r', REPORT.replace(/Cycles = 3332/g, 'Cycles = 0'))),
    /^r: no cycle/,
  );
  t.regex(
    refused(() => readReport('r', '\u007fELF')),
    /^r, line 1/,
  );
  t.regex(
    refused(() => readTimings('t', '{"launches": [')),
    /^t: /,
  );
  t.regex(
    refused(() => readTimings('t', '{"launches": [{"time": {"chip": 5}}]}')),
    /^t: launches\.0\.time\.chip/,
  );
});
