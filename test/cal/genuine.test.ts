// A Catalyst image put together by hand, word by word, from the contents of genuine ones: the reader must not depend
// on the writer's choices. Words as in the kernel `binarySearch` of AMD's samples, shortened.
import test from 'ava';
import { readCalImage } from '../../src/cal/reader.js';

const u32 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [i, value] of values.entries()) bytes.writeUInt32LE(value >>> 0, i * 4);
  return bytes;
};
/** e_ehsize, e_phentsize, e_phnum, e_shentsize, e_shnum, e_shstrndx. */
const setSizes = (header: Buffer, sizes: number[]): void => {
  for (const [i, size] of sizes.entries()) header.writeUInt16LE(size, 40 + 2 * i);
};
const note = (type: number, ...values: number[]): Buffer =>
  Buffer.concat([u32(8, values.length * 4, type), Buffer.from('ATI CAL\0'), u32(...values)]);

const NOTES = Buffer.concat([
  note(2),
  note(16, 11, 4, 0, 5, 10, 4, 0, 5),
  note(10, 1, 6, 0, 15),
  note(
    1,
    0x80001000,
    3,
    0x80001001,
    23,
    0x80001002,
    0,
    0x80001003,
    2,
    0x80001004,
    2,
    0x80001005,
    2,
    0x80001006,
    0,
    0x80001007,
    4,
    0x80001008,
    4,
    0x80001009,
    2,
    0x8000100a,
    1,
    0x8000100b,
    8,
    0x8000100c,
    4,
    0x80001041,
    7,
    0x80001042,
    16,
    0x80001043,
    0xc0,
    0x80001045,
    3,
    0x2e13,
    0x98,
    0x8000001c,
    256,
    0x80000082,
    0,
  ),
]);
const CODE = u32(0xbf8c007f, 0xbf810000);

/** The inner file: no section names in the usual place, code of an unknown machine before ours. */
function innerFile(machine: number): Buffer {
  const names = Buffer.from('\0.shstrtab\0.text\0');
  const dictionaryAt = 52 + 3 * 32;
  const namesAt = dictionaryAt + 40;
  const sectionsAt = namesAt + names.length;
  const notesAt = sectionsAt + 3 * 40;
  const codeAt = notesAt + NOTES.length;
  const header = Buffer.alloc(52);
  header.set([0x7f, 0x45, 0x4c, 0x46, 1, 1, 1, 0x64, 1]);
  header.writeUInt16LE(2, 16);
  header.writeUInt16LE(0x7d, 18);
  header.writeUInt32LE(52, 28);
  header.writeUInt32LE(sectionsAt, 32);
  setSizes(header, [52, 32, 3, 40, 3, 1]);
  return Buffer.concat([
    header,
    u32(0x70000002, dictionaryAt, 0, 0, 40, 0, 0, 0),
    u32(4, notesAt, 0, 0, NOTES.length, 0, 0, 0),
    u32(1, codeAt, 0, 0, CODE.length, CODE.length, 0, 0),
    u32(0x19, 4, 0, 0, 0),
    u32(machine, 4, notesAt, NOTES.length + CODE.length, 0),
    names,
    Buffer.alloc(40),
    u32(1, 3, 0, 0, namesAt, names.length, 0, 0, 0, 0),
    u32(11, 1, 0, 0, codeAt, CODE.length, 0, 0, 0, 0),
    NOTES,
    CODE,
  ]);
}

const METADATA = `;ARGSTART:__OpenCL_search_kernel
;version:3:1:104
;device:tahiti
;uniqueid:1024
;memory:uavprivate:0
;memory:hwregion:0
;memory:hwlocal:1024
;cws:64:2:1
;pointer:found:u32:1:1:0:uav:10:16:RW:0:0
;pointer:sorted:u32:1:1:16:uav:11:4:RO:0:0
;constarg:1:sorted
;value:attrib:struct:112:1:32
;value:key:float:3:1:144
;pointer:tmp:u8:1:1:160:hl:1:1:RW:0:0
;image:in:3D:RO:0:1:176
;value:smp:u32:1:1:208
;memory:datareqd
;some:line:of:a:later:driver
;function:1:1027
;sampler:unknown_22:1:1:22
;sampler:smp:0:0:0
;privateid:8
;reflection:0:uint4*
;reflection:1:uint*
;reflection:2:Attributes
;reflection:3:float3
;reflection:4:uchar*
;reflection:5:image3d_t
;reflection:6:sampler_t
;ARGEND:__OpenCL_search_kernel
`;

function outerFile(inner: Buffer): Buffer {
  const names = Buffer.from('\0.shstrtab\0.strtab\0.symtab\0.comment\0.rodata\0.text\0');
  const texts = ['__OpenCL_compile_options', '__OpenCL_2_global', '__OpenCL_search_metadata', '__OpenCL_search_kernel'];
  const strings = Buffer.from(`\0${texts.join('\0')}\0`);
  const metadata = Buffer.from(METADATA);
  const rodata = Buffer.concat([u32(1, 2, 3, 4), metadata]);
  const comment = Buffer.from(' -O0@(#) OpenCL 1.1 AMD-APP (923.1).');
  const symbol = (name: string, value: number, size: number, info: number): Buffer =>
    u32(strings.indexOf(name), value, size, info);
  const symbols = Buffer.concat([
    Buffer.alloc(16),
    symbol(texts[0]!, 0, 4, 1 | (4 << 16)),
    symbol(texts[1]!, 0, 16, 1 | (5 << 16)),
    symbol(texts[2]!, 16, metadata.length, 1 | (5 << 16)),
    symbol(texts[3]!, 0, inner.length, 2 | (6 << 16)),
  ]);
  const parts = [names, strings, symbols, comment, rodata, inner];
  const offsets = parts.map((_, i) => 52 + parts.slice(0, i).reduce((sum, part) => sum + part.length, 0));
  const section = (name: string, type: number, i: number, link = 0): Buffer =>
    u32(names.indexOf(name), type, 0, 0, offsets[i]!, parts[i]!.length, link, 0, 1, 0);
  const header = Buffer.alloc(52);
  header.set([0x7f, 0x45, 0x4c, 0x46, 1, 1, 1]);
  header.writeUInt16LE(2, 16);
  header.writeUInt16LE(0x3fd, 18);
  header.writeUInt32LE(offsets[5]! + inner.length, 32);
  setSizes(header, [52, 0, 0, 40, 7, 1]);
  const headers = [
    Buffer.alloc(40),
    section('.shstrtab', 3, 0),
    section('.strtab', 3, 1),
    section('.symtab', 2, 2, 2),
    section('.comment', 1, 3),
    section('.rodata', 1, 4),
    section('.text', 1, 5),
  ];
  return Buffer.concat([header, ...parts, ...headers]);
}

test('a hand-made Catalyst image is read', (t) => {
  const image = readCalImage(outerFile(innerFile(0x1a)), 'search.bin');
  t.is(image.device, 'tahiti');
  t.is(image.compileOptions, ' -O0');
  t.is(image.driverText, '@(#) OpenCL 1.1 AMD-APP (923.1).');
  t.is(image.globalData.length, 16);
  const kernel = image.kernels[0]!;
  t.is(kernel.name, 'search');
  t.is(kernel.convention, 'amd');
  t.deepEqual([...kernel.code], [...CODE]);
  t.like(kernel, { vgprs: 7, sgprs: 16, rsrc2: 0x98, floatMode: 0xc0, ieeeMode: false, scratchBytesPerLane: 12 });
  t.like(kernel, { ldsBytes: 1024, reqdWorkGroupSize: [64, 2, 1], kernargSize: 224 });
  t.deepEqual(kernel.userElements[2], { dataClass: 2, apiSlot: 1, firstSgpr: 8, sgprCount: 4 });
  t.deepEqual(
    kernel.uavs.map((uav) => uav.id),
    [11, 10],
  );
  t.deepEqual(kernel.constantBuffers, [
    { index: 1, vectors: 6 },
    { index: 0, vectors: 15 },
  ]);
  t.deepEqual(kernel.inlineSamplers, [{ id: 1, value: 22 }]);
});

test('genuine image: arguments have kinds, types, places and resources', (t) => {
  const { args } = readCalImage(outerFile(innerFile(0x1a))).kernels[0]!;
  const rows = args.map((arg) => [arg.name, arg.kind, arg.typeName, arg.size, arg.offset, arg.resourceId]);
  t.deepEqual(rows, [
    ['found', 'global', 'uint4*', 4, 0, 10],
    ['sorted', 'global', 'uint*', 4, 16, 11],
    ['attrib', 'value', 'Attributes', 112, 32, undefined],
    ['key', 'value', 'float3', 16, 144, undefined],
    ['tmp', 'local', 'uchar*', 4, 160, 1],
    ['in', 'image', 'image3d_t', 32, 176, 0],
    ['smp', 'sampler', 'sampler_t', 4, 208, 0],
  ]);
  t.deepEqual(args[1]!.typeQualifiers, ['const']);
  t.is(args[5]!.imageDimension, '3d');
});

test("code for another GPU of the family, or in Multi2Sim's packaging, is taken", (t) => {
  for (const machine of [0x1b, 0x1c, 9]) {
    t.deepEqual([...readCalImage(outerFile(innerFile(machine))).kernels[0]!.code], [...CODE]);
  }
});

test('an image without executable code is an error that names it', (t) => {
  const error = t.throws(() => readCalImage(outerFile(innerFile(0x30)), 'x.bin'));
  t.regex(error?.message ?? '', /x\.bin, symbol '__OpenCL_search_kernel'.*0x19, 0x30/);
});
