// `print image` in a real program: the pixels are those that the program has given, and the file is read back by the
// library's own reader.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { PNG } from 'pngjs';
import { compile, kernelProgram, run, scratchFolder } from '../../atoll.js';

const KERNEL = `kernel void k(global int* p, read_only image2d_t colours, read_only image2d_array_t heights,
                       read_only image3d_t body, read_only image1d_array_t lines) {
  p[get_global_id(0)] = get_image_width(colours) + get_image_width(heights) + get_image_depth(body) + get_image_width(lines);
}`;

/**
 * BGRA bytes, 3 by 2; and of one component: floats, 2 by 1, two of them; a volume of bytes, 2 by 1 by 3; and two lines
 * of 16-bit integers.
 */
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
  unsigned char voxels[] = {0, 255, 128, 0, 255, 64};
  cl_image_format whole = {CL_R, CL_UNSIGNED_INT8};
  cl_image_desc volume = {};
  volume.image_type = CL_MEM_OBJECT_IMAGE3D; volume.image_width = 2; volume.image_height = 1; volume.image_depth = 3;
  cl_mem body = clCreateImage(context, CL_MEM_COPY_HOST_PTR, &whole, &volume, voxels, &status);
  short signs[] = {-5, 5, 0, 5, 10, 0};
  cl_image_format wide = {CL_R, CL_SIGNED_INT16};
  cl_image_desc rows = {};
  rows.image_type = CL_MEM_OBJECT_IMAGE1D_ARRAY; rows.image_width = 3; rows.image_array_size = 2;
  cl_mem lines = clCreateImage(context, CL_MEM_COPY_HOST_PTR, &wide, &rows, signs, &status);
  clSetKernelArg(kernel, 1, sizeof colours, &colours);
  clSetKernelArg(kernel, 2, sizeof heights, &heights);
  clSetKernelArg(kernel, 3, sizeof body, &body);
  clSetKernelArg(kernel, 4, sizeof lines, &lines);
  size_t global =`;

const PROGRAM = kernelProgram(KERNEL).replace('  size_t global =', IMAGES);

/** Red, green and blue of each pixel, opaque. */
function coloursOf(file: string): number[][] {
  const { data, width, height } = PNG.sync.read(readFileSync(file));
  return Array.from({ length: width * height }, (_, i) => [...data.subarray(4 * i, 4 * i + 4)]);
}

test('an image is written as PNG and drawn; slices of arrays and of a volume, ranges of values; other values are an error', async (t) => {
  const folder = scratchFolder(t);
  const commands = join(folder, 'commands');
  const [colours, layer, slice, line] = ['colours', 'layer', 'slice', 'line'].map((name) =>
    join(folder, `${name}.png`),
  );
  const lines = [
    `print image colours > ${colours}`,
    `print image heights[1] > ${layer}`,
    'print image heights',
    'print image heights[2]',
    'print image p',
    'print image a b',
    `print image colours > ${folder}/none/x.png`,
    `print image body[1] > ${slice}`,
    'print image body[2]',
    'print image body[3]',
    `print image lines[1] > ${line}`,
    'print image lines[2]',
    'delete',
    'c',
  ];
  writeFileSync(commands, lines.map((line) => `${line}\n`).join(''));
  const { stdout, stderr } = await run([compile(t, PROGRAM)], ['--break', 'k', '--break-commands', commands]);
  const outputOf = (command: string): string =>
    String(stderr).split(`(atoll) ${command}\n`)[1]?.split('(atoll)')[0] ?? '';
  t.is(outputOf(lines[0]!), `colours: 3 by 2 pixels, black is 0, white is 1, written to ${colours}\n`);
  t.deepEqual(coloursOf(colours!), [
    [255, 0, 0, 255],
    [0, 255, 0, 255],
    [0, 0, 255, 255],
    [0, 0, 0, 255],
    [153, 102, 51, 255],
    [255, 255, 255, 255],
  ]);
  t.regex(outputOf(lines[1]!), /2 by 1 pixels, black is -2, white is 6/);
  t.deepEqual(coloursOf(layer!), [
    [0, 0, 0, 255],
    [255, 255, 255, 255],
  ]);
  t.is(outputOf(lines[2]!), 'heights, slice 0 of 0 to 1: 2 by 1 pixels, black is 0, white is 1\n  @@\n');
  t.regex(outputOf(lines[3]!), /heights has 2 slices/);
  t.regex(outputOf(lines[4]!), /'p' is not an image argument/);
  t.regex(outputOf(lines[5]!), /print image needs an image argument/);
  t.regex(outputOf(lines[6]!), /x\.png cannot be written: ENOENT/);
  t.is(outputOf(lines[7]!), `body, slice 1 of 0 to 2: 2 by 1 pixels, black is 0, white is 255, written to ${slice}\n`);
  t.deepEqual(coloursOf(slice!), [
    [128, 128, 128, 255],
    [0, 0, 0, 255],
  ]);
  t.is(outputOf(lines[8]!), 'body, slice 2 of 0 to 2: 2 by 1 pixels, black is 0, white is 255\n@@::\n');
  t.regex(outputOf(lines[9]!), /body has 3 slices/);
  t.regex(outputOf(lines[10]!), /^lines, slice 1 of 0 to 1: 3 by 1 pixels, black is 0, white is 10, /);
  t.deepEqual(coloursOf(line!), [
    [128, 128, 128, 255],
    [255, 255, 255, 255],
    [0, 0, 0, 255],
  ]);
  t.regex(outputOf(lines[11]!), /lines has 2 slices/);
  t.regex(String(stdout), /wait 0 execution 0\nread 0 value 11$/);
});
