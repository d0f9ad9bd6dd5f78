// CAL images: written images read back equal, and independent readers accept them as genuine.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { checkFamily } from '../../src/cal/devices.js';
import { relocateCode } from '../../src/cal/image.js';
import { readCalImage } from '../../src/cal/reader.js';
import { writeCalImage } from '../../src/cal/writer.js';
import { CHIPS, chipById } from '../../src/chips/chips.js';
import { catalystKernel, imageOf, llvmKernel } from './model.js';

/** Output of binutils' readelf for a file. */
function readelf(bytes: Uint8Array, ...flags: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-test-'));
  try {
    const path = join(folder, 'image.elf');
    writeFileSync(path, bytes);
    return execFileSync('readelf', ['-W', ...flags, path], { encoding: 'latin1', stdio: ['ignore', 'pipe', 'ignore'] });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const innerOf = (image: Uint8Array): Uint8Array => {
  const at = Buffer.from(image).indexOf(Buffer.of(0x7f, 0x45, 0x4c, 0x46), 4);
  return image.subarray(at);
};

test('an image of ours reads back as it was', (t) => {
  const image = imageOf([llvmKernel, { ...llvmKernel, name: 'other', args: [], codeRelocations: [] }]);
  t.deepEqual(readCalImage(writeCalImage(image)), image);
});

test('a Catalyst image reads back as it was', (t) => {
  const image = imageOf([catalystKernel], { globalData: Uint8Array.of(1, 2, 3, 4), intermediate: Uint8Array.of(9, 9) });
  t.deepEqual(readCalImage(writeCalImage(image)), image);
});

test('every GPU can be written and read', (t) => {
  for (const { id: device } of CHIPS) {
    const image = imageOf([llvmKernel], { device });
    t.deepEqual(readCalImage(writeCalImage(image)), image);
  }
  const error = t.throws(() => writeCalImage(imageOf([], { device: 'hawaii' })));
  t.regex(error?.message ?? '', /hawaii/);
});

test('code is taken of the GPU of the image alone, or of another one of its family', (t) => {
  const image = writeCalImage(imageOf([llvmKernel], { device: 'fiji' }));
  const machine = new DataView(image.buffer, image.byteOffset);
  machine.setUint16(18, chipById('vega10')!.cal.machine, true);
  t.throws(() => readCalImage(image), { message: /there is no encoding for vega10/ });
  machine.setUint16(18, chipById('tahiti')!.cal.machine, true);
  t.throws(() => readCalImage(image), { message: /there is no encoding for tahiti/ });
  const tahiti = writeCalImage(imageOf([llvmKernel], { device: 'tahiti' }));
  new DataView(tahiti.buffer, tahiti.byteOffset).setUint16(18, chipById('oland')!.cal.machine, true);
  t.is(readCalImage(tahiti).device, 'oland');
});

test('an image is for the GPUs of one family', (t) => {
  checkFamily({ device: 'tahiti' }, 'oland');
  checkFamily({ device: 'machine-0x1' }, 'oland');
  t.throws(() => checkFamily({ device: 'tahiti' }, 'vega10'), { message: /'tahiti', not for 'vega10'/ });
  t.throws(() => checkFamily({ device: 'vega20' }, 'vega10'), { code: 'BAD_INPUT' });
});

test('readelf sees the outer file of a genuine image', (t) => {
  const bytes = writeCalImage(imageOf([catalystKernel]));
  const header = readelf(bytes, '-h');
  t.regex(header, /Class:\s+ELF32/);
  t.regex(header, /Type:\s+EXEC/);
  t.regex(header, /Machine:.*0x3fd/);
  t.regex(header, /Number of program headers:\s+0/);
  const names = [...readelf(bytes, '-S').matchAll(/^\s+\[\s*\d+\] (\S+)/gm)].map((match) => match[1]);
  t.deepEqual(names, ['.shstrtab', '.strtab', '.symtab', '.llvmir', '.comment', '.rodata', '.text']);
  const symbols = readelf(bytes, '-s');
  t.regex(symbols, / 6 OBJECT\s+LOCAL\s+DEFAULT\s+5 __OpenCL_compile_options/);
  t.regex(symbols, /OBJECT\s+LOCAL\s+DEFAULT\s+6 __OpenCL_filter_metadata/);
  t.regex(symbols, /FUNC\s+LOCAL\s+DEFAULT\s+7 __OpenCL_filter_kernel/);
  t.regex(symbols, / 32 OBJECT\s+LOCAL\s+DEFAULT\s+6 __OpenCL_filter_header/);
});

test('readelf sees the inner file of a genuine image', (t) => {
  const inner = innerOf(writeCalImage(imageOf([catalystKernel])));
  const header = readelf(inner, '-h');
  t.regex(header, /OS\/ABI:.*64/);
  t.regex(header, /ABI Version:\s+1/);
  t.regex(header, /Machine:.*0x7d/);
  t.regex(header, /Start of section headers:\s+292 /);
  const segments = [...readelf(inner, '-l').matchAll(/^\s+(LOPROC\+0x2|NOTE|LOAD)\s+(0x\S+)\s/gm)];
  t.deepEqual(
    segments.map((match) => match[1]),
    ['LOPROC+0x2', 'NOTE', 'LOAD', 'NOTE', 'LOAD'],
  );
  t.is(segments[0]![2], '0x0000d4');
  t.is(segments[1]![2], '0x0002b4');
  const sections = [...readelf(inner, '-S').matchAll(/^\s+\[\s*\d+\] (\.\S+)\s+\S+\s+\S+\s+\S+\s+(\S+)/gm)];
  const names = ['.text', '.data', '.symtab', '.strtab'];
  t.deepEqual(
    sections.map((match) => match[1]),
    ['.shstrtab', ...names, ...names],
  );
  t.is(sections[6]![2], '001280');
});

test('relocated code holds absolute pointers and leaves the image alone', (t) => {
  const code = new Uint8Array(24);
  new DataView(code.buffer).setBigUint64(8, 16n, true);
  const moved = relocateCode({ code, codeRelocations: [8] }, 0x4000_1000);
  t.is(new DataView(moved.buffer).getBigUint64(8, true), 0x4000_1010n);
  t.is(new DataView(code.buffer).getBigUint64(8, true), 16n);
  t.deepEqual([...moved.subarray(0, 8)], [...code.subarray(0, 8)]);
});
