// `print image` in a real program: the pixels are those that the program has given, and the file is read back by the library's own reader.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { PNG } from 'pngjs';
import { compile, kernelProgram, run, scratchFolder } from './atoll.js';

const KERNEL = `kernel void k(global int* p, read_only image2d_t colours, read_only image2d_array_t heights) {
  p[get_global_id(0)] = get_image_width(colours) + get_image_width(heights);
}`;

/** BGRA bytes, 3 by 2; and floats with one component, 2 by 1, two of them. */
const IMAGES = `
  unsigned char pixels[] = {0, 0, 255, 9, 0, 255, 0, 8, 255, 0, 0, 7, 0, 0, 0, 6, 51, 102, 153, 5, 255, 255, 255, 0};
  cl_image_format format = {CL_BGRA, CL_UNORM_INT8};
  cl_image_desc shape = {};
  shape.image_type = CL_MEM_OBJECT_IMAGE2D; shape.image_width = 3; shape.image_height = 2;
  cl_mem colours = clCreateImage(context, CL_MEM_COPY_HOST_PTR, &format, &shape, pixels, &status);
  float levels[] = {0.0f, 1.0f, -2.0f, 6.0f};
  cl_image_format single = {CL_R, CL_FLOAT};
  cl_image_desc layers = {};
  layers.image_type = CL_MEM_OBJECT_IMAGE2D_ARRAY; layers.image_width = 2; layers.image_height = 1; layers.image_array_size = 2;
  cl_mem heights = clCreateImage(context, CL_MEM_COPY_HOST_PTR, &single, &layers, levels, &status);
  clSetKernelArg(kernel, 1, sizeof colours, &colours);
  clSetKernelArg(kernel, 2, sizeof heights, &heights);
  size_t global =`;

const PROGRAM = kernelProgram(KERNEL).replace('  size_t global =', IMAGES);

/** Red, green and blue of each pixel, opaque. */
function coloursOf(file: string): number[][] {
  const { data, width, height } = PNG.sync.read(readFileSync(file));
  return Array.from({ length: width * height }, (_, i) => [...data.subarray(4 * i, 4 * i + 4)]);
}

test('an image is written as PNG and drawn; slices of arrays, ranges of values; what is none is said', async (t) => {
  const folder = scratchFolder(t);
  const commands = join(folder, 'commands');
  const [colours, layer] = [join(folder, 'colours.png'), join(folder, 'layer.png')];
  const lines = [
    `print image colours > ${colours}`,
    `print image heights[1] > ${layer}`,
    'print image heights',
    'print image heights[2]',
    'print image p',
    'print image a b',
    `print image colours > ${folder}/none/x.png`,
    'delete',
    'c',
  ];
  writeFileSync(commands, lines.map((line) => `${line}\n`).join(''));
  const { stdout, stderr } = await run([compile(t, PROGRAM)], ['--break', 'k', '--break-commands', commands]);
  const said = (command: string): string => String(stderr).split(`(atoll) ${command}\n`)[1]?.split('(atoll)')[0] ?? '';
  t.is(said(lines[0]!), `colours: 3 by 2 pixels, black is 0, white is 1, written to ${colours}\n`);
  t.deepEqual(coloursOf(colours), [
    [255, 0, 0, 255],
    [0, 255, 0, 255],
    [0, 0, 255, 255],
    [0, 0, 0, 255],
    [153, 102, 51, 255],
    [255, 255, 255, 255],
  ]);
  t.regex(said(lines[1]!), /2 by 1 pixels, black is -2, white is 6/);
  t.deepEqual(coloursOf(layer), [
    [0, 0, 0, 255],
    [255, 255, 255, 255],
  ]);
  t.is(said(lines[2]!), 'heights, slice 0 of 0 to 1: 2 by 1 pixels, black is 0, white is 1\n  @@\n');
  t.regex(said(lines[3]!), /heights has 2 slices/);
  t.regex(said(lines[4]!), /'p' is no image/);
  t.regex(said(lines[5]!), /print image takes an image argument/);
  t.regex(said(lines[6]!), /x\.png cannot be written: ENOENT/);
  t.regex(String(stdout), /wait 0 execution 0\nread 0 value 5$/);
});
