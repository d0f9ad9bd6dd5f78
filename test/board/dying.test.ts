// A board that ends, or hangs, at any moment: the launch fails in bounded time, with a word of why, and later ones do,
// too.

import { execFileSync } from 'node:child_process';
import test from 'ava';
import { loadNative, type Native } from '../../src/host/native.js';
import { HEAP, LOCAL, pointer, TestGuest } from './launches.js';

const KERNEL = '__kernel void k(__global int* out) { out[get_global_id(0)] += 1; }';
const ENDLESS = '__kernel void k(__global int* out) { while (atomic_or(out, 0) == 0) ; }';
const ARGS = [pointer('out', 0)];
const SIZE = 65_536;

/** The processes of boards that this one has started. */
const boards = (): number[] =>
  execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('board/server/process.js'))
    .map((line) => Number.parseInt(line, 10));

/** The addon, with an action at the first transfer after so many bytes. */
function watching(bytes: number, action: () => void): Native {
  const native = loadNative();
  let left = bytes;
  const count = (length: number): void => {
    const before = left;
    left -= Math.max(length, 0);
    if (before > 0 && left <= 0) action();
  };
  const sendBytes: Native['sendBytes'] = (fd, view, offset, length, ms) => {
    count(length);
    native.sendBytes(fd, view, offset, length, ms);
  };
  const receiveBytes: Native['receiveBytes'] = (fd, view, offset, length, ms) => {
    const received = native.receiveBytes(fd, view, offset, length, ms);
    count(received);
    return received;
  };
  return Object.assign(Object.create(native) as Native, native, { sendBytes, receiveBytes });
}

const killAll = (signal: NodeJS.Signals): void => {
  for (const pid of boards()) process.kill(pid, signal);
};

/** Bytes that go both ways in {@link session}, of which a moment is one. */
const ALL_BYTES = 200_000;
/** Of these each third one, which still has moments in every message; ATOLL_LONG: all. */
const [MOMENTS, EACH] = [50, process.env['ATOLL_LONG'] ? 1 : 3];

test.serial('a board killed at each of many moments fails a launch, and those after it', (t) => {
  t.timeout(600_000);
  let cut = 0;
  let all = 0;
  for (let moment = 0; moment < MOMENTS; moment += EACH) {
    all++;
    // More of them early, where each byte means something else.
    const bytes = 1 + Math.floor(ALL_BYTES * (moment / MOMENTS) ** 4);
    const guest = new TestGuest(
      LOCAL,
      watching(bytes, () => killAll('SIGKILL')),
    );
    guest.allocate(HEAP, SIZE);
    guest.memory.i32.fill(moment, HEAP / 4, (HEAP + SIZE) / 4);
    const failures = [1, 2, 3].map(() => guest.launch(KERNEL, ARGS, [HEAP], SIZE / 4));
    guest.close();
    const first = failures.findIndex((failure) => failure !== undefined);
    if (first < 0) continue;
    cut++;
    t.regex(failures[first]!, /^kernel k: .*(has closed|no longer receives|is broken)/);
    for (const later of failures.slice(first + 1)) t.regex(later!, /the device is lost/);
  }
  t.true(cut >= all * 0.9, `${cut} of ${all}`);
});

test.serial('a board that hangs is given up after its silence', (t) => {
  const guest = new TestGuest({ ...LOCAL, silenceMs: 2000 });
  guest.allocate(HEAP, SIZE);
  t.is(guest.launch(KERNEL, ARGS, [HEAP], 64), undefined);
  killAll('SIGSTOP');
  t.regex(guest.launch(KERNEL, ARGS, [HEAP], 64) ?? '', /no message of the board for 2 seconds/);
  guest.close();
  killAll('SIGKILL');
});

test.serial('a kernel that never ends is stopped when its client dies', async (t) => {
  const guest = new TestGuest();
  guest.allocate(HEAP, SIZE);
  t.is(guest.launch(KERNEL, ARGS, [HEAP], 64), undefined);
  const [board] = boards();
  guest.memory.i32[HEAP / 4] = 0;
  // Its own launch, which is left alone.
  const other = guest as unknown as { launchOf: (...all: unknown[]) => never };
  const run = guest.boards.start(1, other.launchOf(ENDLESS, ARGS, 1));
  for (let slice = 0; slice < 200; slice++) t.is(run.run(), 'budget');
  run.cancel();
  guest.close();
  // The board ends by itself; the kernel keeps its zombie until this process looks.
  for (;;) {
    const state = boards().includes(board!)
      ? execFileSync('ps', ['-o', 'stat=', '-p', String(board)], { encoding: 'utf8' })
      : 'Z';
    if (state.startsWith('Z')) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  t.pass();
});
