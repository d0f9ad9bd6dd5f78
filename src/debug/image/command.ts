// `print image`: an image argument as a PNG file, or drawn with characters.

import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { PNG } from 'pngjs';
import { required } from '../../util/required.js';
import { printAll } from '../command.js';
import type { Prompt } from '../prompt.js';
import { refuse } from '../refuse.js';
import { CHANNELS, type Pixels, pixelsOf } from './pixels.js';

interface Range {
  readonly black: number;
  readonly white: number;
}

/** Usual range; where values lie outside, or there is none, the minimum and maximum. */
function rangeOf({ values, white }: Pixels): Range {
  let [low, high] = [0, white ?? 0];
  for (const value of values)
    if (Number.isFinite(value)) {
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  return { black: low, white: high > low ? high : low + 1 };
}

/** 0 to 255; NaN is black. */
function byteOf(value: number, { black, white }: Range): number {
  const part = (value - black) / (white - black);
  return Number.isNaN(part) ? 0 : Math.round(255 * Math.min(Math.max(part, 0), 1));
}

function png({ width, height, values }: Pixels, range: Range): Buffer {
  const picture = new PNG({ width, height });
  for (let i = 0; i < width * height; i++) {
    for (let k = 0; k < CHANNELS; k++)
      picture.data[4 * i + k] = byteOf(required(values[CHANNELS * i + k], 'channel'), range);
    picture.data[4 * i + 3] = 255;
  }
  return PNG.sync.write(picture, { colorType: 2 });
}

/** From black to white. */
const RAMP = ' .:-=+*#%@';
const MAX_COLUMNS = 78;
/** Characters are twice as high as wide. */
const ASPECT = 2;

/** The weights of ITU-R BT.601. */
const brightness = (red: number, green: number, blue: number): number => 0.299 * red + 0.587 * green + 0.114 * blue;

function drawn({ width, height, values }: Pixels, range: Range): string[] {
  const columns = Math.min(ASPECT * width, MAX_COLUMNS);
  const rows = Math.min(Math.max(1, Math.round((height * columns) / (width * ASPECT))), MAX_COLUMNS);
  return Array.from({ length: rows }, (_, row) => {
    const y = Math.floor((row * height) / rows);
    const line = Array.from({ length: columns }, (_unused, column) => {
      const at = CHANNELS * (y * width + Math.floor((column * width) / columns));
      const [red, green, blue] = [0, 1, 2].map((k) => byteOf(required(values[at + k], 'channel'), range)) as [
        number,
        number,
        number,
      ];
      return RAMP[Math.min(Math.floor((brightness(red, green, blue) * RAMP.length) / 256), RAMP.length - 1)];
    });
    return line.join('').trimEnd();
  });
}

function save(file: string, bytes: Buffer): string {
  const path = resolve(file);
  try {
    writeFileSync(path, bytes);
  } catch (error) {
    return refuse(`${path} cannot be written: ${(error as Error).message}`);
  }
  return path;
}

/** `print image name[slice] [> file.png]`, without its first two words. @throws AtollError BAD_INPUT */
export function printImage(prompt: Prompt, text: string): undefined {
  const [, name, slice, file] = /^(\w+)\s*(?:\[\s*(\d+)\s*\])?\s*(?:>\s*(\S.*))?$/.exec(text.trim()) ?? [];
  if (name === undefined) return refuse('print image needs an image argument: print image a, a[2], a > file.png');
  const pixels = pixelsOf(prompt, name, Number(slice ?? 0));
  const range = rangeOf(pixels);
  const { width, height, slices } = pixels;
  const which = slices > 1 ? `, slice ${slice ?? 0} of 0 to ${slices - 1}` : '';
  const head = `${name}${which}: ${width} by ${height} pixels, black is ${range.black}, white is ${range.white}`;
  if (file !== undefined) return printAll(prompt, [`${head}, written to ${save(file.trim(), png(pixels, range))}`]);
  return printAll(prompt, [head, ...drawn(pixels, range)]);
}
