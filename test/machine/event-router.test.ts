// Events of the processor threads reach their receivers: instruments by name, the launch list, the timeline, the user.

import test from 'ava';
import { RUN_OPTIONS, resolve } from '../../src/config/config.js';
import type { LaunchReport, ProcessorEvent } from '../../src/driver/core/processor/messages.js';
import type { Instrument } from '../../src/instruments/instrument.js';
import { EventRouter } from '../../src/machine/event-router.js';
import type { MachineOptions } from '../../src/machine/machine-options.js';
import { UserMessages } from '../../src/machine/user-messages.js';
import type { TraceSpan } from '../../src/util/trace-spans.js';

const { settings } = resolve(RUN_OPTIONS, {}, {});
const SPAN: TraceSpan = { category: 'launch', name: 'k', startNs: 1n, endNs: 2n };
const report = { session: 1, kernel: 'k', device: 0, startNs: 0n, endNs: 1n } as unknown as LaunchReport;

function routerWith(instruments: readonly Instrument[], keepsAccount = true, more: Partial<MachineOptions> = {}) {
  const texts: string[] = [];
  const options: MachineOptions = { settings, report: (text) => texts.push(text), ...more };
  const ends: string[] = [];
  const router = new EventRouter({
    options,
    instruments,
    keepsAccount,
    messages: new UserMessages(options),
    answer: () => {},
    quit: () => ends.push('quit'),
  });
  const send = (...events: readonly ProcessorEvent[]): void => {
    for (const event of events) router.receive(event);
  };
  return { router, send, texts, ends };
}

test('messages and results reach the instrument of their name, and no other', (t) => {
  const messages: unknown[] = [];
  const named = (name: string): Instrument => ({
    name,
    receive: (message) => messages.push([name, message]),
    collect: (result) => messages.push([name, 'result', result]),
  });
  const { send } = routerWith([named('first'), named('second'), { name: 'silent' }]);
  send(
    { type: 'instrument-message', instrument: 'second', message: 1 },
    { type: 'instrument-result', instrument: 'first', result: 2 },
    { type: 'instrument-message', instrument: 'silent', message: 3 },
    { type: 'instrument-result', instrument: 'absent', result: 4 },
  );
  t.deepEqual(messages, [
    ['second', 1],
    ['first', 'result', 2],
  ]);
});

test('launches are kept and passed on only where an output has them', (t) => {
  const kernels: string[] = [];
  const onLaunch = ({ kernel }: LaunchReport): void => void kernels.push(kernel);
  const account = routerWith([], true, { onLaunch });
  account.send({ type: 'launches-finished', reports: [report, { ...report, kernel: 'l' }] });
  t.deepEqual(kernels, ['k', 'l']);
  t.is(account.router.launches.all.length, 2);
  const plain = routerWith([], false);
  plain.send({ type: 'launches-finished', reports: [report] });
  t.deepEqual(plain.router.launches.all, []);
});

test('spans of a thread reach the timeline with the number of the thread', (t) => {
  const spans: unknown[] = [];
  const timeline = {
    happened: (span: TraceSpan, unit?: number) => void spans.push([span.name, unit]),
    took: () => {},
    lost: () => {},
    left: () => {},
  };
  const { send } = routerWith([{ name: 'other' }, { name: 'timeline', timeline }]);
  send({ type: 'spans-recorded', trace: { unit: 3, happenings: [SPAN, SPAN] } });
  t.deepEqual(spans, [
    ['k', 3],
    ['k', 3],
  ]);
  t.notThrows(() => routerWith([]).send({ type: 'spans-recorded', trace: { unit: 0, happenings: [SPAN] } }));
});

test('an incomplete output is a property of the run, and reported once; quit ends the programs', (t) => {
  const { router, send, texts, ends } = routerWith([]);
  t.false(router.lacking);
  send({ type: 'output-incomplete', text: 'half of it' }, { type: 'quit' });
  t.true(router.lacking);
  t.deepEqual(texts, ['half of it']);
  t.deepEqual(ends, ['quit']);
  router.close();
});
