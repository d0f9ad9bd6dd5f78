// Opens of a device whose driver is still being loaded.

import { constants } from 'node:os';
import test from 'ava';
import type { Device, OpenRequest } from '../../src/host/device.js';
import type { FileSession } from '../../src/host/file-session.js';
import type { Native } from '../../src/host/native.js';
import { VirtualFiles } from '../../src/host/virtual-files.js';

const REQUEST: OpenRequest = { pid: 1, tid: 1, flags: 0, abi: 'x86-64', fd: 7, inode: 99 };

/** A device that is loaded when its promise resolves, and the files of a guest that opens it. */
function loading(): { files: VirtualFiles; device: Device; finish: (error?: Error) => void; messages: string[] } {
  const messages: string[] = [];
  let finish!: (error?: Error) => void;
  const promise = new Promise<void>((resolve, reject) => {
    finish = (error) => (error ? reject(error) : resolve());
  });
  const device: Device = {
    path: '/dev/late',
    major: 1,
    minor: 1,
    requests: { type: 1 },
    ready: () => promise,
    open: ({ fd }) => {
      messages.push(`opened ${fd}`);
      return { size: 4096, ioctl: () => 0, release: () => void messages.push('released') };
    },
  };
  const native = { resizeAndSeal: (fd: number) => void messages.push(`sealed ${fd}`) } as unknown as Native;
  const session = { close: (fd: number) => void messages.push(`closed ${fd}`) } as unknown as FileSession;
  const files = new VirtualFiles(native, session, (what, error) => void messages.push(`${what}: ${String(error)}`));
  return { files, device, messages, finish };
}

test('an open waits for the driver of its device', async (t) => {
  const { files, device, finish, messages } = loading();
  const result = files.open(device, REQUEST);
  t.is(files.get(99), undefined);
  finish();
  t.is(await result, 0);
  t.deepEqual(messages, ['opened 7', 'sealed 7']);
  t.is(files.get(99)?.device, device);
});

test('a guest that has gone meanwhile opens nothing: its descriptor may be another file by then', async (t) => {
  const { files, device, finish, messages } = loading();
  const result = files.open(device, REQUEST);
  files.release(99);
  finish();
  t.is(await result, -constants.errno.EIO);
  t.deepEqual(messages, ['closed 7']);
});

test('a driver that cannot be loaded fails the open, in words', async (t) => {
  const { files, device, finish, messages } = loading();
  const result = files.open(device, REQUEST);
  finish(new Error('no such file'));
  t.is(await result, -constants.errno.EIO);
  t.deepEqual(messages, ['/dev/late: open: Error: no such file']);
});

test('a file that did not get its size is not used: a guest may have a descriptor of it', (t) => {
  const messages: string[] = [];
  const native = {
    resizeAndSeal: () => {
      throw new Error('too late');
    },
  } as unknown as Native;
  const session = { close: (fd: number) => void messages.push(`closed ${fd}`) } as unknown as FileSession;
  const files = new VirtualFiles(native, session, (what) => void messages.push(what));
  const device: Device = {
    path: '/dev/resized',
    major: 1,
    minor: 1,
    requests: { type: 1 },
    open: () => ({ size: 4096, ioctl: () => 0, release: () => void messages.push('released') }),
  };
  t.is(files.open(device, REQUEST), -constants.errno.ENOMEM);
  t.is(files.get(99), undefined);
  files.release(99);
  t.deepEqual(messages, ['released', '/dev/resized: cannot allocate its memory of 4096 bytes', 'closed 7']);
});
