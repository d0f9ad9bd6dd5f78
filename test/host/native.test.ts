// The addon's plain functions: mappings inside WebAssembly memory, sealed memory files, futexes, floating-point
// control.
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { fstatSync, readFileSync, readSync, statSync, writeSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import test from 'ava';
import { addonPaths, loadFrom, loadNative, protection } from '../../src/host/native.js';
import { AtollError } from '../../src/util/errors.js';

const native = loadNative();
const page = 4096;
const wasmPage = 65536;

function sharedMemory(pages: number): { memory: WebAssembly.Memory; view: Uint8Array } {
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
  return { memory, view: new Uint8Array(memory.buffer) };
}

test('SHA-256 is that of Node, of texts and bytes, shared ones too', (t) => {
  const { view } = sharedMemory(1);
  view.set([1, 2, 3], 77);
  const parts = ['', 'groß \ud83d\ude00 \ud800', view, view.subarray(70, 90), new Uint8Array(0), randomBytes(1e5)];
  for (let count = 0; count <= parts.length; count++) {
    const hash = createHash('sha256');
    for (const part of parts.slice(0, count)) hash.update(part);
    t.is(native.sha256(...parts.slice(0, count)), hash.digest('hex'));
  }
  t.throws(() => native.sha256(new Uint16Array(1) as unknown as Uint8Array), { instanceOf: TypeError });
});

test('a memory file is sealed against every change of its size', (t) => {
  const fd = native.createMemfd('sealed', 3 * page);
  t.is(fstatSync(fd).size, 3 * page);
  t.throws(() => native.resizeAndSeal(fd, page), { code: 'EPERM' });
  t.deepEqual(native.inode(fd), { device: fstatSync(fd).dev, inode: fstatSync(fd).ino });
  native.closeFd(fd);
  t.throws(() => native.closeFd(fd), { code: 'EBADF' });
});

test('mapFixed makes a memory file and WebAssembly memory the same pages', (t) => {
  const { memory, view } = sharedMemory(65536);
  t.is(view.length, 2 ** 32);
  const fd = native.createMemfd('mapped', 4 * page);
  const at = 2 ** 32 - wasmPage;
  native.mapFixed(view, at, fd, page, 2 * page, protection.readWrite);
  view[at] = 0x5a;
  const fileByte = new Uint8Array(1);
  readSync(fd, fileByte, 0, 1, page);
  t.is(fileByte[0], 0x5a, 'written through the view, read from the file');
  writeSync(fd, Uint8Array.of(0x77), 0, 1, 3 * page - 1);
  t.is(view[at + 2 * page - 1], 0x77, 'written to the file, read through the view');
  Atomics.add(new Int32Array(memory.buffer, at, 4), 1, 5);
  readSync(fd, fileByte, 0, 1, page + 4);
  t.is(fileByte[0], 5);
  // The kernel names the inode behind the mapping: nothing is copied.
  t.true(readFileSync('/proc/self/maps', 'utf8').includes(` ${native.inode(fd).inode} `));
  native.unmapToZero(view, at, 2 * page);
  t.is(view[at], 0, 'accessible as it is');
  readSync(fd, fileByte, 0, 1, page);
  t.is(fileByte[0], 0x5a, 'the file keeps its bytes');
  native.closeFd(fd);
});

test('mappings outside of the view or off a page boundary are refused', (t) => {
  const { view } = sharedMemory(1);
  const fd = native.createMemfd('refused', page);
  t.throws(() => native.mapFixed(view, wasmPage, fd, 0, page, 3), { instanceOf: RangeError });
  t.throws(() => native.mapFixed(view, 0, fd, 0, 2 * wasmPage, 3), { instanceOf: RangeError });
  t.throws(() => native.mapFixed(view, -page, fd, 0, page, 3), { instanceOf: RangeError });
  t.throws(() => native.mapFixed(view, 8, fd, 0, page, 3), { code: 'EINVAL' });
  t.throws(() => native.mapFixed(view, 0, fd, 0, page + 8, 3), { code: 'EINVAL' });
  t.throws(() => native.mapFixed(view, 0, fd, 0, page, 7), { code: 'EINVAL' });
  t.throws(() => native.mapFixed(view, 0, 9999, 0, page, 3), { code: 'EBADF' });
  t.throws(() => native.protect(view.subarray(1), 0, page, 0), { code: 'EINVAL' });
  native.closeFd(fd);
});

/** A module with one function: the byte of memory at an address. */
const loadByte = new WebAssembly.Module(
  // biome-ignore format: sections of the module, one a line
  Uint8Array.of(
    0, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
    1, 6, 1, 0x60, 1, 0x7f, 1, 0x7f,
    2, 9, 1, 1, 0x65, 1, 0x6d, 2, 3, 1, 1,
    3, 2, 1, 0,
    7, 5, 1, 1, 0x6c, 0, 0,
    10, 9, 1, 7, 0, 0x20, 0, 0x2d, 0, 0, 0x0b,
  ),
);

test('a protected page traps in WebAssembly and can be given back', (t) => {
  const { memory, view } = sharedMemory(1);
  const { l: load } = new WebAssembly.Instance(loadByte, { e: { m: memory } }).exports as { l: (at: number) => number };
  view[page] = 9;
  native.protect(view, page, page, protection.none);
  t.throws(() => load(page), { instanceOf: WebAssembly.RuntimeError });
  native.protect(view, page, page, protection.read);
  t.is(load(page), 9);
});

test('a word is looked at without sleeping, for a limited time', (t) => {
  const { memory, view } = sharedMemory(1);
  const words = new Int32Array(memory.buffer);
  t.true(native.futexSpin(view, 0, 1, 10_000_000), 'it differs already');
  const start = process.hrtime.bigint();
  t.false(native.futexSpin(view, 0, words[0]!, 1000));
  t.true(process.hrtime.bigint() - start < 5_000_000_000n);
  t.throws(() => native.futexSpin(view, 2, 0, 0), { code: 'EINVAL' });
});

test('populated pages have memory before their first access', (t) => {
  const { view } = sharedMemory(16);
  const fd = native.createMemfd('populated', 8 * page);
  native.mapFixed(view, 0, fd, 0, 8 * page, protection.readWrite);
  const before = fstatSync(fd).blocks;
  if (!native.populate(view, 0, 4 * page)) {
    t.is(fstatSync(fd).blocks, before, 'this kernel has no MADV_POPULATE_WRITE');
    return;
  }
  t.is((fstatSync(fd).blocks - before) * 512, 4 * page);
  t.throws(() => native.populate(view, 1, page), { code: 'EINVAL' });
  native.protect(view, 0, page, protection.none);
  t.false(native.populate(view, 0, page), 'they are inaccessible');
  native.closeFd(fd);
});

test('discarded pages read as zero and give their memory back', (t) => {
  const { view } = sharedMemory(16);
  const fd = native.createMemfd('discarded', 8 * page);
  native.mapFixed(view, 0, fd, 0, 8 * page, protection.readWrite);
  view.fill(1, 0, 8 * page);
  t.is(fstatSync(fd).blocks, 64);
  native.discard(view, 0, 4 * page);
  t.is(fstatSync(fd).blocks, 32);
  t.is(view[4 * page], 1);
  native.punchHole(fd, 4 * page, 4 * page);
  t.is(fstatSync(fd).blocks, 0);
  t.deepEqual([view[0], view[4 * page]], [0, 0]);
  view.fill(1, 8 * page, 9 * page);
  native.discard(view, 8 * page, page);
  t.is(view[8 * page], 0, 'anonymous pages too');
  native.closeFd(fd);
});

test('denormal operands become zeros in this thread, denormal results do not, and it can be undone', (t) => {
  const before = native.getMxcsr();
  const smallest = Number.MIN_VALUE;
  const one = Number(process.env['ATOLL_NEVER_SET'] ?? 1);
  native.setDenormalsAreZero(true);
  const flushed = smallest * one;
  const result = 2 ** -1000 * (one / 2 ** 70);
  native.setDenormalsAreZero(false);
  t.is(flushed, 0);
  t.is(result, 2 ** -1070);
  t.is(smallest * one, 5e-324);
  t.is(native.getMxcsr(), before);
});

test('a futex of changed value does not wait, and a wait times out', (t) => {
  const { view } = sharedMemory(1);
  t.is(native.futexWait(view, 0, 1, 1000), 'changed');
  t.is(native.futexWait(view, 0, 0, 5), 'timeout');
  t.is(native.futexWake(view, 0, 1), 0);
  const words = [0, 64, 128].map((byteOffset) => ({ view, byteOffset, expected: 0 }));
  t.is(native.futexWaitAny(words, 5), -1);
  view[64] = 1;
  t.is(native.futexWaitAny(words, 1000), 1);
  t.throws(() => native.futexWait(view, 2, 0, 5), { code: 'EINVAL' });
  t.throws(() => native.futexWait(view, wasmPage, 0, 5), { instanceOf: RangeError });
  t.throws(() => native.futexWaitAny([], 5), { code: 'EINVAL' });
});

test('changes are looked out for where the last wait was short, and the thread stays where it may run', (t) => {
  const { view } = sharedMemory(1);
  const processors = (): string[] =>
    readFileSync('/proc/thread-self/status', 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('Cpus_allowed_list'));
  const before = processors();
  const words = [0, 64].map((byteOffset) => ({ view, byteOffset, expected: 0 }));
  t.is(native.futexWaitAny(words, 20), -1);
  view[64] = 1;
  t.false(native.futexLookOut(words, -1), 'the last wait was not short: nothing is looked at');
  t.is(native.futexWaitAny(words, 1000), 1);
  const useful = availableParallelism() > 1;
  t.is(native.futexLookOut(words, -1), useful);
  view[64] = 0;
  const start = process.hrtime.bigint();
  // Whichever processor this is, it is left and not missed.
  for (let ringer = -1; ringer < 256; ringer++) t.false(native.futexLookOut(words, ringer));
  t.true(process.hrtime.bigint() - start < 5_000_000_000n);
  t.deepEqual(processors(), before);
  t.throws(() => native.futexLookOut([], -1), { code: 'EINVAL' });
});

test('a Worker that waits for several words is woken by the right one', async (t) => {
  const { memory, view } = sharedMemory(1);
  const text = `
    const { loadNative } = await import(${JSON.stringify(new URL('../../src/host/native.js', import.meta.url).href)});
    const { parentPort, workerData } = await import('node:worker_threads');
    const view = new Uint8Array(workerData.buffer);
    const words = [0, 256, 512].map((byteOffset) => ({ view, byteOffset, expected: 0 }));
    parentPort.postMessage('ready');
    parentPort.postMessage(loadNative().futexWaitAny(words, 60000));`;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(text)}`), { workerData: memory });
  await new Promise((resolve) => worker.once('message', resolve));
  const answer = new Promise((resolve) => worker.once('message', resolve));
  view[512] = 1;
  native.futexWake(view, 512, 1);
  t.is(await answer, 2);
  await worker.terminate();
});

test('memory of another process: whole pieces, partial ones, and faults as numbers', async (t) => {
  const text =
    'import ctypes,mmap,sys;m=mmap.mmap(-1,8192);m[:]=b"x"*8191+b"\\0";a=ctypes.addressof(ctypes.c_char.from_buffer(m));libc=ctypes.CDLL(None);libc.mprotect(ctypes.c_void_p(a+4096),4096,0);print(a,flush=True);sys.stdin.read(1)';
  const child = spawn('python3', ['-c', text]);
  const address = BigInt(
    await new Promise<string>((resolve) => child.stdout.once('data', (data) => resolve(String(data)))),
  );
  const into = new Uint8Array(8192);
  const { pid } = child;
  t.is(native.processVmRead(pid!, address, into), 4096, 'stops before the page that cannot be read');
  t.is(into[4095], 0x78);
  t.is(native.processVmRead(pid!, address + 4096n, into), -14);
  t.is(native.processVmWrite(pid!, address + 4090n, new Uint8Array(6)), 6);
  t.is(native.processVmWrite(pid!, address + 4090n, new Uint8Array(7)), 6);
  t.is(native.processVmReadString(pid!, address + 4000n, 4096), 'x'.repeat(90));
  t.is(native.processVmReadString(pid!, address, 100), undefined, 'longer than the limit');
  t.is(native.processVmReadString(pid!, address + 4096n, 100), undefined);
  t.is(native.processVmRead(pid!, 2n ** 64n - 8n, into), -14);
  child.stdin.end('q');
  await new Promise((resolve) => child.once('close', resolve));
  t.is(native.processVmRead(pid!, address, into), -3, 'ESRCH');
});

test('a missing addon names the paths that were tried and the fix', (t) => {
  t.true(addonPaths().some((path) => statSync(path, { throwIfNoEntry: false })));
  const error = t.throws(() => loadFrom(['/no/such/Release.node', '/etc/passwd']), { instanceOf: AtollError })!;
  t.is(error.code, 'NATIVE_MISSING');
  t.regex(error.message, /\/no\/such\/Release\.node: does not exist; \/etc\/passwd: /);
  t.regex((error as AtollError).hint, /npm run build/);
});

test('huge pages are populated where file and memory agree on their places', (t) => {
  const huge = 2 << 20;
  const { view } = sharedMemory((5 * huge) / wasmPage);
  const behind = native.misalignment(view, 0, huge);
  t.is(native.misalignment(view, page, huge), (behind + page) % huge);
  t.throws(() => native.misalignment(view, 0, 3), { code: 'EINVAL' });
  t.throws(() => native.populateHuge(view, 0, huge, 3), { code: 'EINVAL' });
  const start = huge - behind;
  const fd = native.createMemfd('huge', 4 * huge);
  native.mapFixed(view, start, fd, 0, 3 * huge, protection.readWrite);
  view[start + huge + 5 * page] = 7;
  t.is(native.populateHuge(view, start + page, huge, huge), 0, 'none is whole');
  const populatedBytes = native.populateHuge(view, start + page, 3 * huge - 2 * page, huge);
  t.is(view[start + huge + 5 * page], 7);
  // 0: a kernel without MADV_COLLAPSE, or without a huge page to give.
  const bytes = fstatSync(fd).blocks * 512;
  t.true(populatedBytes === 0 ? bytes < huge : populatedBytes === huge && bytes >= huge, `${populatedBytes} ${bytes}`);
  t.is(view[start + huge], 0);
  native.closeFd(fd);
});
