// The protocol's structures: layout as a C++ compiler sees it, for both widths of guests; accessors; refusal of hidden
// padding.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { execa } from 'execa';
import { generateHeader } from '../../src/abi/generate.js';
import { array, Struct, text } from '../../src/abi/layout.js';
import { IOCTLS, requestOf, STRUCTS } from '../../src/abi/schema.js';

for (const width of ['-m64', '-m32']) {
  test(`g++ ${width} agrees with every size and offset`, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'atoll-abi-'));
    t.teardown(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'abi.h'), generateHeader());
    // The header asserts sizes and offsets; the request numbers are compared with the kernel's own macro.
    const requests = Object.entries(IOCTLS).map(
      ([name, [number, struct]]) =>
        `static_assert(_IOWR(0xa7, ${number}, runtime::abi::${struct.name}) == 0x${requestOf(name as keyof typeof IOCTLS).toString(16)}u);`,
    );
    writeFileSync(join(folder, 'check.cc'), ['#include "abi.h"', '#include <sys/ioctl.h>', ...requests, ''].join('\n'));
    const { exitCode, stderr } = await execa('g++', [width, '-std=c++17', '-fsyntax-only', join(folder, 'check.cc')], {
      reject: false,
    });
    t.is(exitCode, 0, stderr);
  });
}

test('fields: written values are read back equal', (t) => {
  const struct = new Struct('Sample', '', {
    a: ['u32', ''],
    b: ['i32', ''],
    c: ['u64', ''],
    d: [array('u16', 4), ''],
    e: [text(8), ''],
  });
  const view = new DataView(new ArrayBuffer(struct.size + 4));
  const values = { a: 0xffff_ffff, b: -42, c: 0x1234_5678_9abc_def0n, d: [1, 2, 3, 65535], e: 'atoll' };
  struct.write(view, values, 4);
  t.deepEqual(struct.read(view, 4), values);
});

test('text that is too long is cut before its NUL', (t) => {
  const struct = new Struct('Sample', '', { e: [text(8), ''] });
  const view = new DataView(new ArrayBuffer(8));
  struct.write(view, { e: 'southern-islands' });
  t.is(struct.read(view).e, 'souther');
});

test('hidden padding is refused', (t) => {
  t.throws(() => new Struct('Bad', '', { a: ['u32', ''], b: ['u64', ''] }), { message: /Bad\.b: hidden padding/ });
  t.throws(() => new Struct('Bad', '', { a: ['u32', ''] }), { message: /no multiple of 8/ });
});

test('request numbers are unique', (t) => {
  const numbers = Object.values(IOCTLS).map(([number]) => number);
  t.is(new Set(numbers).size, numbers.length);
  t.true(STRUCTS.length > numbers.length);
});
