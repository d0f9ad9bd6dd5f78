// Every field of every message, of either side, with values that it cannot have; and heads that would take memory
// before they are decoded.

import { encode } from '@msgpack/msgpack';
import test from 'ava';
import { DEVICE_ANSWERS, DEVICE_ORDERS } from '../../src/board/devices/protocol.js';
import { type Incoming, readHead } from '../../src/board/message-bounds.js';
import { ANSWERS, HELLOS, ORDERS, WELCOMES } from '../../src/board/protocol.js';

type Message = Readonly<Record<string, unknown>>;

const bytes = (length: number): Uint8Array => new Uint8Array(length).fill(7);
const shape = {
  ...{ type: 0x10f1, order: 0x10b5, dataType: 0x10d2, width: 8, height: 8, depth: 0, arraySize: 0 },
  ...{ rowPitch: 32, slicePitch: 256, pixelBytes: 4 },
};
const facts = {
  ...{ platform: 'P', name: 'D', workGroupSize: 256, localMemory: 65536, allocation: 2 ** 30, globalMemory: 2 ** 32 },
  ...{ alignment: 128, doubles: true, images: true, image2dWidth: 16384, image2dHeight: 16384, image3dWidth: 2048 },
  clockMHz: 1000,
};
const launch = {
  ...{ do: 'launch', program: 1, kernel: 'k', workDim: 1, globalOffset: [0, 0, 0], globalSize: [64, 1, 1] },
  localSize: [64, 1, 1],
  arguments: [
    { is: 'value', bytes: bytes(4) },
    { is: 'buffer', buffer: 4096, offset: 0, writes: true },
    { is: 'null' },
    { is: 'local', size: 64 },
    { is: 'image', buffer: 4096, offset: 0, shape, writes: false },
    { is: 'sampler', normalized: true, addressing: 0x1130, filter: 0x1140 },
  ],
  prints: false,
};
const part = { source: 'x', options: '', headers: [{ name: 'h', source: 'y' }] };
const call = {
  ...{ do: 'call', id: 1, name: 'ioctl', file: 1, abi: 'x86-64', nonBlocking: false },
  arguments: [{ value: '21505' }, { area: 0 }],
  areas: [
    { length: 16, gives: true, takes: true },
    { length: 8, gives: false, takes: true, holder: { area: 0, at: 8 } },
  ],
};
/** All messages, by recipient. */
const MESSAGES: readonly (readonly [Incoming<unknown>, readonly Message[]])[] = [
  [HELLOS, [{ do: 'hello', version: 4, nonce: bytes(16), proof: bytes(32), platform: 'p', devices: ['/dev/a'] }]],
  [
    WELCOMES,
    [
      { do: 'ready', proof: bytes(32), facts },
      {
        ...{ do: 'gives', proof: bytes(32), anyRequest: false },
        nodes: [{ path: '/dev/a', type: 'block', major: 7, minor: 0 }],
      },
      { do: 'refused', text: 'why' },
      { do: 'alive' },
    ],
  ],
  [
    ORDERS,
    [
      { do: 'buffer', buffer: 4096, size: 4096 },
      { do: 'free', buffer: 4096 },
      { do: 'write', buffer: 4096, offset: 0 },
      { do: 'program', program: 1, parts: [part], options: '' },
      { do: 'forget', program: 1 },
      { do: 'measure', request: 'read', bytes: 4096, rounds: 3 },
      launch,
    ],
  ],
  [
    ANSWERS,
    [
      { do: 'built', failure: 'why' },
      { do: 'changed', buffer: 4096, offset: 0 },
      { do: 'printed' },
      { do: 'done', nanoseconds: 17.5 },
      { do: 'failed', text: 'why' },
      { do: 'measured', nanoseconds: [1, 2] },
      { do: 'refused', text: 'why' },
      { do: 'alive' },
    ],
  ],
  [
    DEVICE_ORDERS,
    [
      { do: 'open', id: 1, path: '/dev/a', flags: 2, file: 1 },
      { do: 'close', file: 1 },
      call,
      { do: 'poll', id: 1, entries: [{ file: 1, events: 1 }], milliseconds: -1 },
      { do: 'map', id: 1, file: 1, mapping: 1, offset: 0, length: 4096, wakes: [0] },
      { do: 'memory', mapping: 1, runs: 1 },
      { do: 'futex', id: 1, mapping: 1, offset: 4, wakes: false, value: 1, milliseconds: 10.5 },
      { do: 'cancel', id: 1 },
    ],
  ],
  [
    DEVICE_ANSWERS,
    [
      { do: 'answered', id: 1, result: -5, events: [1] },
      { do: 'memory', mapping: 1, runs: 1 },
      { do: 'refused', text: 'why' },
      { do: 'alive' },
    ],
  ],
];

const MISSING = Symbol('missing');
const ALWAYS: readonly unknown[] = [null, {}, { x: 1 }, [[]]];
const NUMBERS: readonly unknown[] = [Number.NaN, Infinity, -Infinity, -5000, 2 ** 65, '1', true, [], MISSING];
/** Invalid values by the type of the right one. */
function wrongFor(right: unknown, name: string): readonly unknown[] {
  const optional = ['devices', 'failure', 'events', 'localSize', 'holder'].includes(name);
  const absent = optional ? [] : [MISSING];
  if (typeof right === 'number')
    return [
      ...ALWAYS,
      ...NUMBERS,
      ...(Number.isInteger(right) && !/[Nn]anos|millis/.test(name) && !(name in facts) ? [0.5] : []),
    ];
  if (typeof right === 'boolean') return [...ALWAYS, 0, 1, 'true', [], MISSING];
  if (typeof right === 'string')
    return [
      ...ALWAYS,
      0,
      true,
      [],
      bytes(4),
      'x\0y'.repeat(name === 'text' || name === 'failure' || name in facts ? 200_000 : 1),
      ...absent,
    ];
  if (right instanceof Uint8Array)
    return [...ALWAYS, 'text', 5, [], ...(right.length > 4 ? [bytes(right.length + 1), bytes(0)] : []), MISSING];
  if (Array.isArray(right))
    return [null, {}, { 0: 0 }, 5, 'x', Array.from({ length: 40_000 }, () => right[0]), ...absent];
  return [null, 5, 'x', [], {}, ...absent];
}

type Path = readonly (string | number)[];

function* fieldsOf(value: unknown, path: Path = []): Generator<{ readonly path: Path; readonly value: unknown }> {
  if (path.length > 0) yield { path, value };
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return;
  for (const [key, inner] of Object.entries(value))
    yield* fieldsOf(inner, [...path, Array.isArray(value) ? Number(key) : key]);
}

/** The message with another value at a path. */
function withField(message: unknown, [key, ...rest]: Path, wrong: unknown): unknown {
  const copy = (Array.isArray(message) ? [...message] : { ...(message as object) }) as Record<string | number, unknown>;
  if (rest.length > 0) copy[key!] = withField(copy[key!], rest, wrong);
  else if (wrong === MISSING) delete copy[key!];
  else copy[key!] = wrong;
  return copy;
}

const readsAs = (incoming: Incoming<unknown>, message: unknown): unknown =>
  readHead(encode(message, { ignoreUndefined: true }), incoming);

test('messages: valid ones are accepted, and ones with an invalid field are refused', (t) => {
  let tried = 0;
  for (const [incoming, messages] of MESSAGES)
    for (const message of messages) {
      t.deepEqual(readsAs(incoming, message), message as never);
      const name = String(message['do']);
      t.throws(() => readsAs(incoming, { ...message, another: 1 }), undefined, `${name} with a field more`);
      t.throws(() => readsAs(incoming, { ...message, do: 'openat' }), undefined, name);
      for (const { path, value } of fieldsOf(message)) {
        const last = path.findLast((part) => typeof part === 'string') as string;
        for (const wrong of wrongFor(value, last)) {
          // An element that is missing makes a shorter array, which may be right.
          if (wrong === MISSING && typeof path.at(-1) === 'number') continue;
          tried++;
          const text = `${name}: ${path.join('.')} as ${typeof wrong === 'symbol' ? 'missing' : JSON.stringify(wrong)?.slice(0, 40)}`;
          t.throws(() => readsAs(incoming, withField(message, path, wrong)), undefined, text);
        }
      }
    }
  t.true(tried > 1000, `${tried} messages`);
});

test('names of a peer are shown without control characters', (t) => {
  const name = '\x1b]0;x\x07\x9b2J\u202egnp.txt\nnext';
  const read = readHead(encode({ do: 'ready', proof: bytes(32), facts: { ...facts, name } }), WELCOMES);
  t.like(read, { facts: { name: '\\x1b]0;x\\x07\\x9b2J\\u202egnp.txt\\x0anext' } });
  t.deepEqual(readHead(encode({ do: 'failed', text: 'a\x1b[2J\nb' }), ANSWERS), { do: 'failed', text: 'a\\x1b[2J\nb' });
});

/** Nested headers of arrays: 5 bytes each. */
function arrays(levels: number, length: number): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(0xdd);
  head.writeUInt32BE(length, 1);
  return Buffer.concat(Array.from({ length: levels }, () => head));
}

test('heads are measured before they are decoded', (t) => {
  const bombs: readonly (readonly [Buffer, RegExp])[] = [
    [arrays(10, 33_000_000), /more than \d+ values at byte 0/],
    [Buffer.from([0xdf, 0xff, 0xff, 0xff, 0xff]), /more than \d+ values/],
    [Buffer.concat([arrays(30, 1), Buffer.from([0])]), /more than \d+ levels/],
    [Buffer.from([0xc6, 0xff, 0xff, 0xff, 0xff, 0]), /ends within the value/],
    [Buffer.from([0xdb, 0x7f, 0xff, 0xff, 0xff, 0]), /ends within the value/],
    [Buffer.from([0xdd, 0, 0]), /ends within the length/],
    [Buffer.from([0xc7, 1, 1, 1]), /type 0xc7/],
    [Buffer.from([0xc1]), /type 0xc1/],
    [Buffer.from([0x92, 1]), /ends at byte 2/],
    [Buffer.from([1, 1]), /1 bytes after/],
    [Buffer.alloc(2 ** 20, 0x80), /bytes after/],
    [Buffer.concat([Buffer.from([0xdd, 0, 0x0f, 0xff, 0xff]), Buffer.alloc(0xfffff, 0x80)]), /more than \d+ values/],
  ];
  for (const [incoming] of MESSAGES)
    for (const [bomb, message] of bombs) {
      const before = process.memoryUsage();
      t.throws(() => readHead(bomb, incoming), { message });
      const grown = process.memoryUsage();
      t.true(grown.rss - before.rss < 64 << 20, `${grown.rss - before.rss} bytes`);
    }
});
