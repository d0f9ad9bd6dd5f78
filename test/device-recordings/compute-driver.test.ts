// Recordings of the compute driver's devices: structures are known, with the memory that they point to and addresses
// that differ.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import test from 'ava';
import { readDeviceRecording } from '../../src/device-recordings/reader.js';
import { schemaOf } from '../../src/device-recordings/requests/known.js';
import { encodedSchema } from '../../src/device-recordings/requests/schema.js';
import { KFD_TYPE, REQUESTS } from '../../src/driver/kfd/schema.js';
import { root } from '../../src/util/paths.js';
import { atoll, scratchFolder } from '../cli/atoll.js';
import { drmHeader } from '../driver/kfd/rocm.js';

test('every request of the compute driver is described, and its number has the same size and directions', (t) => {
  for (const [name, [number, direction, struct]] of Object.entries(REQUESTS)) {
    const request = ((direction << 30) | (struct.size << 16) | (KFD_TYPE << 8) | number) >>> 0;
    const { size, reads, writes, opaque, name: schemaName } = schemaOf('/dev/kfd', request);
    const encoded = encodedSchema(request);
    t.deepEqual(
      [schemaName, size, reads, writes, opaque],
      [`AMDKFD_IOC_${name}`, encoded.size, encoded.reads, encoded.writes, undefined],
    );
  }
  // A caller with an older structure, without the address at its end.
  const shorter = schemaOf('/dev/kfd', ((1 << 30) | (8 << 16) | (KFD_TYPE << 8) | 0x1a) >>> 0);
  t.deepEqual([shorter.size, shorter.pointers.length], [8, 0]);
  t.true(schemaOf('/dev/kfd', 0xc0_08_4b_7f).opaque);
});

test('a program of the compute driver under an outer Atoll, replayed without any driver', async (t) => {
  const folder = scratchFolder(t);
  const [guest, file] = [join(folder, 'guest'), join(folder, 'x.dev')];
  drmHeader(folder);
  const source = join(root, 'test/device-recordings/compute-driver.c');
  execFileSync('gcc', ['-O1', '-w', '-I', folder, '-o', guest, source]);
  const nodes = ['/dev/kfd', '/dev/dri/renderD128'].flatMap((path) => ['--device', path]);
  const main = join(root, 'dist/src/cli/main.js');
  const inner = [process.execPath, main, 'record-device', ...nodes, '-o', file, '--', guest];
  const recorded = await atoll(['run', '--debuggable', '--device', 'fiji', '--', ...inner]);
  t.is(recorded.exitCode, 0, String(recorded.stderr));
  t.regex(
    String(recorded.stdout),
    /^version 0 1\.\d+\n1 nodes, .*allocated 0, the address is mine: 1\nmapped 0 1\nwaited 0 0$/s,
  );
  t.regex(String(recorded.stderr), /device calls recorded in .*x\.dev$/m, 'no request is opaque');
  const recording = readDeviceRecording(file);
  const waits = recording.calls.find(({ areas }) => areas.some(({ name }) => name === 'events_ptr'))!;
  t.deepEqual(waits.areas.map(({ name, when }) => `${name} ${when}`).sort(), [
    'argument after',
    'argument before',
    'events_ptr after',
    'events_ptr before',
  ]);
  recording.close();

  const replayed = await atoll(['replay-device', file, '--', guest]);
  t.is(replayed.stderr, '');
  t.is(replayed.stdout, recorded.stdout);
  t.is(replayed.exitCode, 0);
});
