// ELF files as another reader sees them: elf-tools reads the writer's files, and agrees with the reader on files of
// LLVM and GNU.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import elfTools from 'elf-tools';
import { writeCalImage } from '../../src/cal/writer.js';
import { CHIPS } from '../../src/chips/chips.js';
import { ByteReader } from '../../src/elf/bytes.js';
import { readElf } from '../../src/elf/reader.js';
import { root } from '../../src/util/paths.js';
import { catalystKernel, imageOf, llvmKernel } from '../cal/model.js';
import { compileObject } from '../hsa/objects.js';

const MAGIC = Buffer.of(0x7f, 0x45, 0x4c, 0x46);
/** Properties of a file that both readers have; offsets and sizes in bytes. */
function byElfTools(bytes: Uint8Array) {
  const { header, programs, sections } = elfTools.parse(Buffer.from(bytes));
  return {
    flags: header.flags,
    segments: programs.map(({ header: { offset, vaddr, filesz, memsz } }) => [offset, vaddr, filesz, memsz]),
    sections: sections.map(({ header: s }) => [
      ...[s.name, s.addr, s.offset, s.size, s.link, s.info, s.addralign, s.entsize],
    ]),
    data: sections.map(({ data }) => data.toString('base64')),
  };
}

function byReader(bytes: Uint8Array) {
  const { flags, segments, sections } = readElf(new ByteReader(bytes, 'ELF file'));
  return {
    flags,
    segments: segments.map((s) => [s.offset, s.address, s.fileSize, s.memorySize]),
    sections: sections.map((s) => [s.name, s.address, s.offset, s.size, s.link, s.info, s.align, s.entrySize]),
    data: sections.map((s) =>
      Buffer.from(bytes)
        .subarray(s.offset, s.offset + s.size)
        .toString('base64'),
    ),
  };
}

/** The ELF files inside of a CAL image: one a kernel, in its .text section. */
function innerFiles(image: Buffer): Buffer[] {
  const files: Buffer[] = [];
  for (let at = image.indexOf(MAGIC, 4); at >= 0; at = image.indexOf(MAGIC, at + 4)) files.push(image.subarray(at));
  return files;
}

test('CAL images, and the files of kernels in them', (t) => {
  let inner = 0;
  for (const { id: device } of CHIPS)
    for (const kernel of [llvmKernel, catalystKernel]) {
      const image = Buffer.from(writeCalImage(imageOf([kernel, { ...kernel, name: 'other' }], { device })));
      for (const file of [image, ...innerFiles(image)]) {
        t.deepEqual(byElfTools(file), byReader(file), `${device}: ${kernel.name}`);
        if (file !== image) inner++;
      }
    }
  t.is(inner, CHIPS.length * 2 * 2);
});

test('code objects of LLVM', (t) => {
  const source = 'kernel void k(global int* p) { *p += 1; }';
  for (const cpu of ['gfx600', 'gfx803', 'gfx906'])
    for (const version of [4, 5]) {
      const file = compileObject(source, version, cpu);
      t.deepEqual(byElfTools(file), byReader(file), `${cpu}, version ${version}`);
    }
});

test('shared libraries of both classes', (t) => {
  for (const path of ['build/runtime/x86_64/libOpenCL.so.1', 'build/runtime/i386/libOpenCL.so.1']) {
    const file = readFileSync(join(root, path));
    t.deepEqual(byElfTools(file), byReader(file), path);
  }
});
