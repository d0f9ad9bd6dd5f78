// Memory of a program that a board's device shares: changes are sent in the order of the writes.

import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { ControlHeader } from '../../src/abi/schema.js';
import { MirroredMemory } from '../../src/board/devices/client/mirrored-memory.js';
import { unpackRuns } from '../../src/device-recordings/layout.js';
import { programWords } from '../../src/device-recordings/requests/known.js';
import { scratchFolder } from '../cli/atoll.js';

const LENGTH = 0x4000;
const PACKET = 0x1000;

test('a packet is sent before the tail of the ring, and that before the doorbell', (t) => {
  const fd = openSync(join(scratchFolder(t), 'memory'), 'w+');
  t.teardown(() => closeSync(fd));
  ftruncateSync(fd, LENGTH);
  const sentOffsets: number[] = [];
  const memory = new MirroredMemory((_, runs, data) =>
    sentOffsets.push(...unpackRuns(data, runs).map(({ offset }) => offset)),
  );
  memory.add(fd, { file: 1, offset: 0, length: LENGTH }, programWords('/dev/atoll0'));
  const [tail, doorbell] = [ControlHeader.offsetOf('ring_tail'), ControlHeader.offsetOf('doorbell')];
  for (const place of [doorbell, tail, PACKET]) writeSync(fd, Buffer.from([1, 0, 0, 0]), 0, 4, place);
  memory.send();
  t.deepEqual(sentOffsets, [PACKET, tail, doorbell]);
});
