// The programs' pictures: what they write is PNG as zlib and the PNG specification see it; what they read is .bmp and
// .ppm.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, inflateSync } from 'node:zlib';
import test from 'ava';
import { execa } from 'execa';
import { root } from './programs.js';

const WIDTH = 301;
const HEIGHT = 97; // 301 * 4 * 97 bytes need two stored blocks of the zlib stream
let directory = '';

/** Colour of a pixel: any function whose channels all differ. */
const colour = (x: number, y: number) => [(x * 7 + y) & 255, (x + y * 11) & 255, (x * 3 + y * 5) & 255] as const;

test.before('compile the reader and writer', async () => {
  directory = await mkdtemp(join(tmpdir(), 'atoll-pictures-'));
  const source = join(root, 'test', 'benchmarks', 'pictures.cpp');
  const common = join(root, 'benchmarks', 'common');
  await execa('g++', ['-std=c++17', '-Wall', '-Wextra', '-I', common, source, '-o', 'pictures', '-lOpenCL'], {
    cwd: directory,
  });
});

test.after.always(() => rm(directory, { recursive: true, force: true }));

function convert(input: string, output: string, channels: number) {
  return execa('./pictures', [input, output, String(channels)], { cwd: directory, reject: false, timeout: 30_000 });
}

function ppm(): Buffer {
  const pixels: number[] = [];
  for (let y = 0; y < HEIGHT; y++) for (let x = 0; x < WIDTH; x++) pixels.push(...colour(x, y));
  return Buffer.concat([Buffer.from(`P6\n# a comment\n${WIDTH} ${HEIGHT}\n255\n`), Buffer.from(pixels)]);
}

/** A bitmap of 24 or 32 bits a pixel; rows from the bottom unless `topDown`. */
function bmp(bits: 24 | 32, topDown: boolean): Buffer {
  const bytes = bits / 8;
  const stride = Math.ceil((WIDTH * bytes) / 4) * 4;
  const file = Buffer.alloc(54 + stride * HEIGHT);
  file.write('BM');
  file.writeUInt32LE(54, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(WIDTH, 18);
  file.writeInt32LE(topDown ? -HEIGHT : HEIGHT, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(bits, 28);
  for (let y = 0; y < HEIGHT; y++) {
    const row = 54 + stride * (topDown ? y : HEIGHT - 1 - y);
    for (let x = 0; x < WIDTH; x++) file.set([...colour(x, y)].reverse(), row + x * bytes);
  }
  return file;
}

/** Takes a PNG apart: checks signature, order and checksums of chunks, and the header; returns the rows' bytes. */
function samples(png: Buffer, colourType: number, channels: number): Buffer {
  const chunks = new Map<string, Buffer>();
  if (png.subarray(0, 8).toString('latin1') !== '\x89PNG\r\n\x1a\n') throw new Error('no PNG signature');
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const typeAndData = png.subarray(at + 4, at + 8 + length);
    if (crc32(typeAndData) !== png.readUInt32BE(at + 8 + length)) throw new Error('wrong checksum');
    chunks.set(typeAndData.toString('latin1', 0, 4), typeAndData.subarray(4));
    at += 12 + length;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  header.set([8, colourType, 0, 0, 0], 8);
  if ([...chunks.keys()].join() !== 'IHDR,IDAT,IEND' || !header.equals(chunks.get('IHDR')!)) throw new Error('chunks');
  const rows = inflateSync(chunks.get('IDAT')!);
  const stride = 1 + WIDTH * channels;
  if (rows.length !== stride * HEIGHT) throw new Error('wrong number of samples');
  return Buffer.concat(Array.from({ length: HEIGHT }, (_, y) => rows.subarray(y * stride + 1, (y + 1) * stride)));
}

function expected(channels: number): Buffer {
  const pixels: number[] = [];
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) pixels.push(...[...colour(x, y), 255].slice(0, channels));
  return Buffer.from(pixels);
}

for (const [channels, colourType] of [
  [1, 0],
  [3, 2],
  [4, 6],
] as const) {
  test(`a PNG of ${channels} channels holds the pixels`, async (t) => {
    await writeFile(join(directory, `in${channels}.ppm`), ppm());
    t.is((await convert(`in${channels}.ppm`, `out${channels}.png`, channels)).stderr, '');
    t.true(
      samples(await readFile(join(directory, `out${channels}.png`)), colourType, channels).equals(expected(channels)),
    );
  });
}

for (const [bits, topDown] of [
  [24, false],
  [24, true],
  [32, false],
] as const) {
  test(`a bitmap of ${bits} bits ${topDown ? 'from the top' : 'from the bottom'} is read`, async (t) => {
    const name = `${bits}${topDown}`;
    await writeFile(join(directory, `${name}.bmp`), bmp(bits, topDown));
    t.is((await convert(`${name}.bmp`, `${name}.png`, 3)).stderr, '');
    t.true(samples(await readFile(join(directory, `${name}.png`)), 2, 3).equals(expected(3)));
  });
}

test('damaged and foreign files are refused with the file named', async (t) => {
  const palette = bmp(24, false);
  palette.writeUInt16LE(8, 28);
  const huge = bmp(24, false);
  huge.writeInt32LE(0x7fffffff, 18);
  const cases: [string, Buffer][] = [
    ['empty', Buffer.alloc(0)],
    ['png', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
    ['bmp-header', bmp(24, false).subarray(0, 30)],
    ['bmp-short', bmp(24, false).subarray(0, -1)],
    ['bmp-palette', palette],
    ['bmp-huge', huge],
    ['ppm-header', Buffer.from('P6 12')],
    ['ppm-short', ppm().subarray(0, -1)],
    ['ppm-16bit', Buffer.from('P6 1 1 65535 123456')],
    ['ppm-comment', Buffer.from('P6 # never ends')],
  ];
  for (const [name, bytes] of cases) {
    await writeFile(join(directory, name), bytes);
    const { exitCode, stderr } = await convert(name, `${name}.png`, 3);
    t.is(exitCode, 1, name);
    t.true(stderr.startsWith(name), `${name}: ${stderr}`);
  }
  t.regex((await convert('absent.ppm', 'absent.png', 3)).stderr, /absent\.ppm is neither/);
});
