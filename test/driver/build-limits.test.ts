// Limits of a guest's builds: the bytes of a build are summed up before any is copied, concurrent builds are counted,
// and a guest with many builds waits for its own.

import { constants } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import test from 'ava';
import { HeaderSource, ProgramBuild, requestOf } from '../../src/abi/schema.js';
import type { FrontEnd } from '../../src/compiler/front-end.js';
import { cleanSource } from '../../src/compiler/inputs/opencl-c/clean-source.js';
import { Semaphore } from '../../src/compiler/semaphore.js';
import { deviceModel } from '../../src/driver/device-models.js';
import type { IoctlCall } from '../../src/host/device.js';
import { atollDevice, openFile } from './model.js';

const ARGUMENT = 0x1000n;
const LIST = 0x2000n;
const MIB = 1 << 20;

/** A guest's memory without a guest: the request, a list of headers, and zeros everywhere else. */
class Guest {
  copied = 0;
  readonly request = new Uint8Array(ProgramBuild.size);
  list = new Uint8Array(0);

  call(): IoctlCall {
    const read = (address: bigint, length: number): Uint8Array => {
      if (address === ARGUMENT) return this.request.slice(0, length);
      if (address === LIST) return this.list.slice(0, length);
      this.copied += length;
      return new Uint8Array(length);
    };
    const memory = { read, write: () => true, readString: () => '' };
    const [pid, tid] = [process.pid, process.pid];
    return { request: requestOf('PROGRAM_BUILD'), argument: ARGUMENT, pid, tid, abi: 'x86-64', memory };
  }
}

/** Sessions whose builds end on request. */
function openSessions(count: number) {
  const building: (() => void)[] = [];
  const build = (): Promise<object> =>
    new Promise((resolve) => building.push(() => resolve({ status: 'failure', log: '', binaryType: 'none' })));
  const frontEnd = { build } as unknown as FrontEnd;
  const { device } = atollDevice({}, { devices: [deviceModel('tahiti')], frontEnd });
  const opened = Array.from({ length: count }, (_, i) => openFile(device, { inode: i }));
  return { sessions: opened, building };
}

function guestWith(headers: number, bytes: number): Guest {
  const guest = new Guest();
  guest.list = new Uint8Array(headers * HeaderSource.size);
  const view = new DataView(guest.list.buffer);
  for (let i = 0; i < headers; i++) {
    const header = { name: 0x5000n, name_length: 4n, source: 0x6000n, source_length: BigInt(bytes) };
    HeaderSource.write(view, header, i * HeaderSource.size);
  }
  const request = { kind: 1, device: 0, signal: 1, headers: LIST, header_count: headers };
  ProgramBuild.write(new DataView(guest.request.buffer), request);
  return guest;
}

test('the limit holds for all headers together, and before anything is copied', (t) => {
  const { sessions } = openSessions(1);
  const guest = guestWith(40, 60 * MIB);
  t.is(sessions[0]!.ioctl(guest.call()), -constants.errno.E2BIG);
  t.is(guest.copied, 0);
  const small = guestWith(40, MIB);
  t.is(sessions[0]!.ioctl(small.call()), 0);
  t.is(small.copied, 40 * (MIB + 4));
});

test('a guest that requests thousands of builds waits for its own; others do not', async (t) => {
  const { sessions, building } = openSessions(2);
  const [greedy, other] = sessions;
  const answers: (number | Promise<number>)[] = [];
  for (let i = 0; i < 3000; i++) answers.push(greedy!.ioctl(guestWith(0, 0).call()));
  const accepted = building.length;
  t.true(accepted > 1 && accepted < 100, `${accepted}`);
  t.is(other!.ioctl(guestWith(0, 0).call()), 0);
  t.is(building.length, accepted + 1);
  building.splice(0, 2).forEach((end) => void end());
  await setImmediate();
  t.is(building.length, accepted + 1, 'two have ended, two have begun');
  greedy!.release();
  t.is(await answers.at(-1), -constants.errno.EIO, 'the calls of a guest that has gone come back');
});

test('sources of many guests are bounded together', async (t) => {
  const { sessions, building } = openSessions(20);
  for (const session of sessions) void session.ioctl(guestWith(1, 60 * MIB).call());
  const bytes = building.length * 60 * MIB;
  t.true(bytes > 0 && bytes <= 400 * MIB, `${bytes}`);
});

test('clients take turns', async (t) => {
  const semaphore = new Semaphore(1);
  const order: string[] = [];
  const { signal } = new AbortController();
  const run = (client: string) => semaphore.run(signal, async () => void order.push(client), client);
  await Promise.all(['a', 'a', 'a', 'a', 'b', 'c', 'b'].map(run));
  t.deepEqual(order, ['a', 'a', 'b', 'c', 'a', 'b', 'a']);
});

test('a large source is cleaned in pieces: others have their turns, and it is right', async (t) => {
  const source = new Uint8Array(16 * MIB + 5);
  source.fill(0x41, 0, 100);
  let turns = 0;
  let done = false;
  const others = (async () => {
    while (!done) {
      await setImmediate();
      turns++;
    }
  })();
  const cleaned = await cleanSource(source);
  done = true;
  await others;
  t.true(turns >= 16, `${turns}`);
  t.is(cleaned.length, source.length + 1);
  t.is(cleaned[99], 0x41);
  t.true(cleaned.subarray(100, -1).every((byte) => byte === 0x20));
  t.is(cleaned.at(-1), 0x0a);
});
