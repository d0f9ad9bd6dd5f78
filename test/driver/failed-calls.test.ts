// The device's side of failed calls: they are numbered, passed on, and let go in shared memory; a guest that only fails
// is held up no more.

import test from 'ava';
import { CONTROL_BASE } from '../../src/abi/memory-map.js';
import { ControlHeader } from '../../src/abi/schema.js';
import { SessionFailedCalls } from '../../src/driver/atoll/failed-calls.js';
import { FailedCalls as Waiting } from '../../src/driver/core/processor/failed-calls.js';
import type { SessionMessage } from '../../src/driver/core/processor/messages.js';
import type { CoreServices } from '../../src/driver/core/services.js';
import { GpuMemory } from '../../src/emulator/memory.js';

const CALL = {
  call: 'clFinish',
  error: 'CL_INVALID_COMMAND_QUEUE',
  caller: '',
  callerOffset: 0n,
  process: 1,
  thread: 2,
  threadName: '',
};

function device() {
  const posted: SessionMessage[] = [];
  const woken: number[] = [];
  const memory = GpuMemory.create();
  const services = {
    processors: { post: (message: SessionMessage) => posted.push(message) },
    mapper: { futexWake: (_view: Uint8Array, offset: number) => woken.push(offset) },
  } as unknown as CoreServices;
  const word = (name: 'failures' | 'failure_heard'): number =>
    memory.i32[(CONTROL_BASE + ControlHeader.offsetOf(name)) >> 2]!;
  return { posted, woken, word, calls: new SessionFailedCalls(7, memory, services) };
}

test('a guest with the option reports numbered calls, and continues by number', (t) => {
  const { posted, woken, word, calls } = device();
  t.is(word('failures'), 0);
  calls.start();
  t.is(word('failures'), 1);
  t.deepEqual([calls.failed(CALL), calls.failed(CALL)], [1, 2]);
  t.deepEqual(posted[1], { type: 'call-failed', session: 7, failed: { ...CALL, number: 2 } });
  calls.returns(2);
  t.is(word('failure_heard'), 2);
  t.deepEqual(woken, [CONTROL_BASE + ControlHeader.offsetOf('failure_heard')]);
});

test('endless failing calls: a bounded number of them waits, the others return at once', (t) => {
  const { posted, calls } = device();
  const numbers = Array.from({ length: 5000 }, () => calls.failed(CALL));
  t.is(posted.length, 1024);
  t.deepEqual(new Set(numbers.slice(1024)), new Set([0]));
  calls.returns(1);
  t.is(calls.failed(CALL), 1025);
});

test('failed calls are reported one after the other, and those of ended guests are dropped', (t) => {
  const reported: string[] = [];
  const waiting: Waiting = new Waiting({
    observer: {
      probe: () => undefined,
      callFailed: (session, { number }) => {
        reported.push(`${session}:${number}`);
        if (number === 1) waiting.add(session, { ...CALL, number: 9 });
        return number === 2 ? 'quit' : 'continue';
      },
    },
    emit: (event) =>
      reported.push(event.type === 'call-released' ? `${event.session}:${event.number} returns` : event.type),
  });
  for (const [session, number] of [
    [1, 1],
    [3, 1],
    [1, 2],
  ] as const)
    waiting.add(session, { ...CALL, number });
  waiting.attend(
    (session) => session !== 3,
    (session) => reported.push(`${session} is killed`),
  );
  t.deepEqual(
    reported,
    ['1:1', '1:1 returns', '1:2', '1 is killed'],
    'a guest that is about to be killed stops at nothing more',
  );
});
