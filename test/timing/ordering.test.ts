// The order in which requests of compute units are served: cycle, compute unit, number, however long before a request
// was made.

import test from 'ava';
import { readConfiguration } from '../../src/timing/config/configuration.js';
import { attach } from '../../src/timing/core/index.js';
import { following, orderRequests, requested, takeFirst } from '../../src/timing/core/ordering.js';
import { bind, int } from '../../src/timing/core/platform.js';
import { addRequest, LOAD, lineOf } from '../../src/timing/core/requests.js';
import { memoryFor } from '../../src/timing/model/machine.js';
import { read, record } from './recorded.js';

const { values } = readConfiguration('tahiti');
const WINDOW = values.model.windowCycles;
const UNITS = values.gpu.computeUnits;

/** Makes room for a launch that threads share. */
const begin = (threads: number): void =>
  read(record('s_nop 0'), (records) => {
    bind(memoryFor(values, records, threads).buffer, undefined);
    attach(0, true);
  });

/** Lines in the order in which a thread serves them. */
function served(serving: number): number[] {
  const lines: number[] = [];
  for (let cycle = 0; cycle < WINDOW; cycle++)
    for (let request = takeFirst(0, serving, cycle); request >= 0; request = following(request))
      lines.push(int(lineOf + request));
  return lines;
}

test('requests that were made in an earlier window have no precedence', (t) => {
  begin(1);
  const line = (unit: number, cycle: number) => addRequest(unit, cycle, 1000 * unit + cycle, LOAD, -1, 0, 0);
  // The address unit has worked so long on instructions of the first window.
  line(7, WINDOW + 5);
  orderRequests(0, UNITS, 0, WINDOW, 1);
  t.deepEqual([requested(1), served(0)], [0, []]);
  line(0, WINDOW + 5);
  line(31, WINDOW + 4);
  orderRequests(0, UNITS, WINDOW, 2 * WINDOW, 1);
  t.is(requested(1), 3);
  t.deepEqual(served(0), [31_000 + WINDOW + 4, WINDOW + 5, 7000 + WINDOW + 5]);
  t.deepEqual(served(0), [], 'each once');
});

test('threads that share a window each serve their own channels, all together all of them', (t) => {
  begin(2);
  const { channels, interleaveBytes } = values.l2;
  const together = interleaveBytes / 64;
  const lines = Array.from({ length: channels }, (_, channel) => channel * together);
  for (const line of lines) addRequest(line % UNITS, 3, line, LOAD, -1, 0, 0);
  orderRequests(0, UNITS, 0, WINDOW, 2);
  t.is(requested(2), channels);
  const [one, other] = [served(0), served(1)].map((each) => each.sort((a, b) => a - b));
  t.deepEqual(one, lines.slice(0, channels / 2));
  t.deepEqual(other, lines.slice(channels / 2));
});
