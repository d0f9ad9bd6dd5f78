// Choice of a board, its required limits, and its part of a program's build options.

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { openTarget } from '../../src/bench/targets.js';
import { boardAddress } from '../../src/board/address.js';
import { withSource } from '../../src/board/client/kernel-source.js';
import { checkLimits, chipFor } from '../../src/board/client/limits.js';
import { boardOptions } from '../../src/board/client/options.js';
import { listenAddress } from '../../src/board/listen.js';
import type { DeviceFacts } from '../../src/board/protocol.js';
import { deviceModel } from '../../src/driver/device-models.js';
import { root } from '../../src/util/paths.js';
import { scratchFolder } from '../cli/atoll.js';

const LARGE: DeviceFacts = {
  platform: 'a platform',
  name: 'Large',
  workGroupSize: 1024,
  localMemory: 65_536,
  allocation: 2 ** 33,
  globalMemory: 2 ** 34,
  alignment: 128,
  doubles: true,
  images: true,
  image2dWidth: 16_384,
  image2dHeight: 16_384,
  image3dWidth: 2048,
  clockMHz: 1000,
};

test('addresses of boards', (t) => {
  t.is(boardAddress('jit'), undefined);
  t.deepEqual(boardAddress('opencl'), { place: { is: 'local' }, platform: '' });
  t.deepEqual(boardAddress('opencl:pocl'), { place: { is: 'local' }, platform: 'pocl' });
  t.deepEqual(boardAddress('opencl:tcp:there:7800:pocl')?.place, { is: 'tcp', host: 'there', port: 7800 });
  t.deepEqual(boardAddress('opencl:tcp:[::1]:7800')?.place, { is: 'tcp', host: '::1', port: 7800 });
  for (const wrong of ['opencl:tcp:there', 'opencl:tcp:there:0', 'opencl:tcp::7800', 'opencl:tcp:there:70000'])
    t.throws(() => boardAddress(wrong), { message: /is not the address of a board/ });
  t.deepEqual(listenAddress(':7800'), { is: 'tcp', host: '127.0.0.1', port: 7800 });
  t.throws(() => listenAddress('there'), { message: /not an address to listen on/ });
});

test('a device with less than the simulated chip has is refused, with both numbers', (t) => {
  const chips = [deviceModel('tahiti')];
  t.notThrows(() => checkLimits(LARGE, chips));
  const wrong = (facts: Partial<DeviceFacts>) => () => checkLimits({ ...LARGE, ...facts }, chips);
  t.throws(wrong({ workGroupSize: 128 }), { message: /Large has 128 work-items in a work-group, .* Tahiti's 256/ });
  t.throws(wrong({ localMemory: 16_384 }), { message: /has 16384 bytes of local memory, .* 32768/ });
  t.throws(() => checkLimits({ ...LARGE, localMemory: 32_768 }, [deviceModel('vega10')]), {
    message: /has 32768 bytes of local memory, .* Vega10's 65536/,
  });
  t.throws(wrong({ globalMemory: 2 ** 30 }), { message: /has 1073741824 bytes of memory, .* 3221225472/ });
  t.throws(wrong({ doubles: false }), { message: /no double precision/ });
});

test('the default chip is the largest whose limits the device meets', (t) => {
  const chosen = (facts: Partial<DeviceFacts>) => chipFor({ ...LARGE, ...facts }, deviceModel('tahiti')).id;
  t.is(chosen({}), 'tahiti');
  t.is(chosen({ allocation: 2 ** 31 }), 'pitcairn');
  t.is(chosen({ globalMemory: 2 ** 30, allocation: 2 ** 30 }), 'capeverde');
  t.throws(() => chosen({ globalMemory: 2 ** 29 }), {
    message: /has 536870912 bytes of memory, .* Tahiti's 3221225472/,
  });
});

test('kernels that another OpenCL cannot build: the error has the reason', (t) => {
  const about = { arguments: [], origin: { type: 'binary' } } as const;
  t.throws(() => withSource({ about }), { message: /another OpenCL: its program was created from a binary/ });
  t.throws(() => withSource({ about: undefined }), {
    message: /another OpenCL: it is machine code for an AMD chip without source, as kernels of HIP programs are/,
  });
});

test('a benchmark on a board requests no chip by default', (t) => {
  const words = (target: string): string => openTarget(target).command(['x'], 'report').join(' ');
  for (const target of ['atoll:engine=opencl:pocl', 'atoll:lockstep=jit,opencl:pocl'])
    t.notRegex(words(target), /--device/, target);
  t.regex(
    words('atoll:engine=opencl:pocl,device=pitcairn'),
    /--device=pitcairn .*--engine=opencl:pocl|--engine=opencl:pocl .*--device=pitcairn/,
  );
  t.regex(words('atoll'), /--device=tahiti/);
});

test('build options: common ones are kept, folders are absolute, and vendor options are left out', (t) => {
  t.is(
    boardOptions(
      '-D N=4 -I inc -I/abs -cl-mad-enable -ffast-math -fno-bin-source -O3 -x clc -Werror -cl-std=CL1.2 -g',
      '/home/me',
    ),
    '-DN=4 -I/home/me/inc -I/abs -cl-mad-enable -cl-fast-relaxed-math -cl-std=CL1.2',
  );
  t.is(boardOptions('-cl-denorms-are-zero -cl-opt-disable -w', '/'), '-cl-denorms-are-zero -cl-opt-disable -w');
});

test('the working directory does not decide that kernels go elsewhere', (t) => {
  const cwd = scratchFolder(t);
  for (const config of [{ engine: 'opencl:tcp:there:1' }, { lockstep: ['jit', 'opencl'] }]) {
    writeFileSync(join(cwd, 'atoll.config.json'), JSON.stringify(config));
    const main = join(root, 'dist/src/cli/main.js');
    const { status, stderr } = spawnSync(process.execPath, [main, 'run', '--', 'true'], { cwd, encoding: 'utf8' });
    t.is(status, 64);
    t.regex(stderr, /another OpenCL as the engine is not accepted from the working directory/);
  }
});
