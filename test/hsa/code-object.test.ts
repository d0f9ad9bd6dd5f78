// Code objects are read as LLVM wrote them; whatever else is refused with the place that is wrong.

import test from 'ava';
import { ByteReader } from '../../src/elf/bytes.js';
import { readElf } from '../../src/elf/reader.js';
import { isCodeObject, readCodeObject } from '../../src/hsa/code-object.js';
import { targetOf } from '../../src/hsa/target.js';
import { AtollError } from '../../src/util/errors.js';
import { assembleObject, NUMBERS, OLD_NUMBERS } from './objects.js';

const targetOfFile = (bytes: Buffer) => targetOf(readElf(new ByteReader(bytes, 'object')));

for (const processor of [
  'gfx600 gfx601 gfx602 gfx700 gfx701 gfx702 gfx703 gfx704 gfx705 gfx801 gfx802 gfx803 gfx805 gfx810',
  'gfx900 gfx902 gfx904 gfx906 gfx908 gfx909 gfx90a gfx90c',
].flatMap((line) => line.split(' ')))
  test(`${processor}: its number is that of LLVM`, (t) => {
    t.is(targetOfFile(assembleObject('s_nop 0', { cpu: processor, linked: false }))?.processor, processor);
  });

test('features that code was made for', (t) => {
  const features = (words: string, version: number) => {
    const { xnack, sramecc } = targetOfFile(
      assembleObject('s_nop 0', { cpu: 'gfx906', features: words, version, linked: false }),
    )!;
    return [xnack, sramecc];
  };
  t.deepEqual(features('', 4), ['any', 'any']);
  t.deepEqual(features('+xnack,-sramecc', 4), ['on', 'off']);
  t.deepEqual(features('-xnack,+sramecc', 5), ['off', 'on']);
  t.deepEqual(features('+xnack,-sramecc', 3), ['on', 'off']);
  t.deepEqual(targetOfFile(assembleObject('s_nop 0', { linked: false })), {
    processor: 'gfx600',
    xnack: 'none',
    sramecc: 'none',
  });
  t.is(targetOfFile(assembleObject('s_nop 0', { cpu: 'gfx1030', linked: false })), undefined);
});

for (const version of [2, 3, 4, 5])
  test(`version ${version}: kernel, registers, arguments, relocations`, (t) => {
    const bytes = assembleObject(version === 2 ? OLD_NUMBERS : NUMBERS, { version });
    t.true(isCodeObject(bytes));
    const object = readCodeObject(bytes, 'numbers.so');
    t.is(object.version, version);
    const { metadata, descriptor, address, entry, text } = object.kernels[0]!;
    t.is(metadata['.name'], 'k');
    t.deepEqual(metadata['.reqd_workgroup_size'], [64, 1, 1]);
    t.deepEqual(
      metadata['.args'].map((argument) => [argument['.offset'], argument['.value_kind'], argument['.address_space']]),
      [
        [0, 'global_buffer', 'global'],
        [8, version === 2 ? 'hidden_global_offset_x' : 'hidden_printf_buffer', version === 2 ? undefined : 'global'],
      ],
    );
    t.deepEqual(descriptor.registers, ['kernarg']);
    t.is(entry, version === 2 ? address + 256 : text.start);
    t.true(entry >= text.start && entry < text.end && text.end <= object.size);
    if (version > 2)
      t.deepEqual(
        object.relocations.map(({ addend }) => addend),
        [entry],
        'a pointer to the kernel',
      );
  });

test('code objects: an unlinked or foreign file is refused by name', (t) => {
  const unlinked = assembleObject(NUMBERS, { linked: false });
  t.throws(() => readCodeObject(unlinked, 'k.o'), { message: /^k\.o.*has not been linked/ });
  t.throws(() => readCodeObject(assembleObject('s_nop 0'), 'empty.so'), { message: /no note with metadata/ });
  t.throws(() => readCodeObject(Buffer.from('text'), 'a.txt'), { message: /^a\.txt.*not an ELF file/ });
  const nameless = assembleObject(NUMBERS.replace('.symbol: k.kd', '.symbol: other.kd'));
  t.throws(() => readCodeObject(nameless), { message: /kernel k has no symbol 'other\.kd'/ });
  const other = assembleObject('s_nop 0', { cpu: 'gfx1030' });
  t.throws(() => readCodeObject(other), { message: /its chip, 0x36 of e_flags/ });
});

/** Reading succeeds, or fails with our own error: nothing else. */
function survives(bytes: Uint8Array): boolean {
  try {
    readCodeObject(bytes);
    return true;
  } catch (error) {
    if (error instanceof AtollError && error.code === 'BAD_IMAGE') return false;
    throw error;
  }
}

test('damaged files are read or refused, never read beyond their end', (t) => {
  for (const version of [2, 5]) {
    const whole = assembleObject(version === 2 ? OLD_NUMBERS : NUMBERS, { version });
    for (let length = 0; length < whole.length; length += 7) survives(whole.subarray(0, length));
    let refused = 0;
    let random = 12345 + version;
    for (let n = 0; n < 4000; n++) {
      random = (Math.imul(random, 1664525) + 1013904223) >>> 0;
      const damaged = Uint8Array.from(whole);
      damaged[(random >>> 8) % whole.length]! ^= 1 << (random & 7);
      damaged[(random >>> 3) % 64]! ^= n % 3 === 0 ? 0xff : 0;
      if (!survives(damaged)) refused++;
    }
    t.true(refused > 500, `${refused}`);
  }
});
