// When a kernel is worth clang's time: the larger its module, the later.

import test from 'ava';
import { CompiledKernelCode, NATIVE_FROM, NATIVE_PER_BYTE } from '../../src/jit/engine/kernel-code.js';
import { importsOf } from '../../src/jit/kernel/imports.js';
import { createMemory } from '../emulator/harness.js';

const HOST_FUNCTIONS = Object.fromEntries(importsOf(false).map(({ name }) => [name, () => 0]));

/** A module that holds nothing but so many bytes, in an unused section. */
function moduleOf(length: number): Uint8Array<ArrayBuffer> {
  const size = length - 13;
  const sizeBytes = [0, 7, 14, 21].map((shift, n) => ((size >> shift) & 127) | (n < 3 ? 128 : 0));
  const head = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 0, ...sizeBytes];
  const bytes = new Uint8Array(length);
  bytes.set(head);
  return bytes;
}

for (const [length, from] of [
  [1000, NATIVE_FROM],
  [100_000, 100_000 * NATIVE_PER_BYTE],
] as const)
  test(`a module of ${length} bytes is compiled to machine code after ${from} instructions`, (t) => {
    const requests: string[] = [];
    const nativeCode = { find: () => undefined, request: (key: string) => requests.push(key) };
    const code = new CompiledKernelCode(
      createMemory(),
      { store: undefined, nativeCode: nativeCode as never, records: undefined },
      HOST_FUNCTIONS,
    );
    const bytes = moduleOf(length);
    code.use({ bytes, blocks: [], hostWork: 'none' } as never, 'kernel', false);
    code.add(0.9 * from);
    code.lookForNative();
    t.deepEqual(requests, []);
    code.add(0.2 * from);
    code.lookForNative();
    t.deepEqual(requests, ['kernel']);
  });
