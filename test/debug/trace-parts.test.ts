// Parts of traces without a run: which instructions are accepted, how many, and where two traces begin to differ.

import test from 'ava';
import { TraceBudget } from '../../src/debug/trace-budget.js';
import { firstDifference } from '../../src/debug/trace-diff.js';
import { DEFAULT_COUNT, type Traceable, type TraceFilterOptions, traceFilter } from '../../src/debug/trace-filter.js';
import type { TraceReader, TraceStep } from '../../src/debug/trace-steps.js';
import { decode } from '../../src/isa/decode.js';
import { southernIslands } from '../../src/isa/southern-islands/index.js';

const decoded = decode(southernIslands, [0xbf80_0000]);
const instruction = decoded.ok ? decoded.instruction : undefined;
const at = (pc: number, group = 5): Traceable =>
  ({
    launch: { kernel: 'k', codeAddress: 0x1000 },
    number: 2,
    wavefront: { index: 1, workGroup: { number: group, id: [group % 4, 1, 0] } },
    pc: 0x1000 + pc,
    instruction,
  }) as unknown as Traceable;
const accepts = (options: TraceFilterOptions, one = at(0x20)): boolean => traceFilter(options).accepts(one);

test('filters by kernel, launch, work-group, wavefront, offset and class', (t) => {
  const rows: readonly (readonly [TraceFilterOptions, boolean])[] = [
    [{}, true],
    [{ kernel: 'k' }, true],
    [{ kernel: 'other' }, false],
    [{ launch: '2' }, true],
    [{ launch: '3-9' }, false],
    [{ group: '4-5' }, true],
    [{ group: '0x6' }, false],
    [{ group: '1,1,0' }, true],
    [{ group: '2,1,0' }, false],
    [{ wave: '0' }, false],
    [{ pc: '+0x20-0x20' }, true],
    [{ pc: '0-0x1f' }, false],
    [{ classes: ['valu'] }, false],
    [{ classes: ['valu', 'other'] }, true],
  ];
  for (const [options, expected] of rows) t.is(accepts(options), expected, JSON.stringify(options));
  t.is(traceFilter({}).limit, DEFAULT_COUNT.text);
  t.is(traceFilter({ format: 'binary' }).limit, DEFAULT_COUNT.binary);
  t.like(traceFilter({ count: 3, skip: 4 }), { limit: 3, skip: 4 });
});

test('trace parts: an invalid range or class is refused with the name of its option', (t) => {
  const refused = (options: TraceFilterOptions, option: string): void =>
    void t.throws(() => traceFilter(options), { code: 'BAD_OPTION', message: new RegExp(`^${option}: `) });
  refused({ launch: 'a' }, '--trace-launch');
  refused({ group: '1,2' }, '--trace-group');
  refused({ wave: '3-1' }, '--trace-wave');
  refused({ pc: '' }, '--trace-pc');
  refused({ classes: ['toString'] }, '--trace-class');
});

test('a budget leaves out the first ones and is spent after its limit', (t) => {
  const budget = new TraceBudget(2, 1);
  t.deepEqual(
    [budget.take(), budget.take(), budget.spent, budget.take(), budget.spent],
    [false, true, false, true, true],
  );
  t.deepEqual([budget.take(), budget.take(), budget.used, budget.dropped], [false, false, 2, 2]);
});

const step = (wave: string | undefined, same: string, before: string[] = [], after: string[] = []): TraceStep => ({
  same,
  wave,
  shown: () => [same],
  before,
  after,
});
const trace = (steps: readonly TraceStep[], form: TraceReader['form'] = 'text', launch = 'launch 1'): TraceReader => ({
  form,
  launch,
  *steps() {
    yield* steps;
  },
});

test('the first difference of two traces, with the state before it', (t) => {
  const common = [
    step(undefined, 'launch'),
    step('w0', 'mov', [], ['s[4:5]=1', 'v1=0']),
    step('w0', 'add', [], ['s4=7']),
  ];
  t.is(firstDifference(trace(common), trace(common)), undefined);
  const [a, b] = [trace([...common, step('w0', 'x')]), trace([...common, step('w0', 'y')], 'text', 'launch 2')];
  t.deepEqual(firstDifference(a, b), {
    instructions: 2,
    lines: [
      'first difference after 2 wave-instructions',
      'A: launch 1',
      'B: launch 2',
      'A: x',
      'B: y',
      'state before it, as far as the traces name it:',
      '  both s4=7',
      '  both v1=0',
    ],
  });
  const short = firstDifference(trace(common, 'binary'), trace(common.slice(0, 2), 'binary'))!;
  t.is(short.instructions, 1);
  t.true(short.lines.includes('B: the trace has ended'));
});
