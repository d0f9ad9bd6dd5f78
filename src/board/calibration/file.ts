// The file that says how times of a board's device become those of another one: written by `atoll calibrate`, read by
// `atoll run`.

import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { AtollError } from '../../util/errors.js';
import type { DeviceFacts } from '../protocol.js';

const SCHEMA = 'atoll-calibration';
const VERSION = 1;

const number = z.number();
const amount = number.nonnegative();
const count = z.int().nonnegative();
const megahertz = number.positive().nullable();

const fit = z.strictObject({
  factor: amount,
  offset: amount,
  pairs: count.positive(),
  groups: count.positive(),
  residuals: z.strictObject({ rms: amount, median: amount, largest: amount }),
  crossValidated: amount.nullable(),
});

const kernel = z.strictObject({
  program: z.string(),
  kernel: z.string(),
  launches: count,
  measured: amount,
  simulated: amount,
  ratio: amount,
  outlier: z.boolean(),
});

const agreement = z.strictObject({
  kernels: z.array(kernel).min(1).readonly(),
  correlation: number.min(-1.001).max(1.001).nullable(),
  meanError: amount,
  meanErrorOfShape: amount,
  usualRatio: amount,
});

const schema = z.strictObject({
  schema: z.literal(SCHEMA),
  version: z.literal(VERSION),
  release: z.string(),
  /** When it was made, by ISO 8601. */
  made: z.string(),
  /** Of the board's device. */
  device: z.strictObject({ platform: z.string(), name: z.string(), mhz: megahertz }),
  /** Device of the resulting times. */
  target: z.strictObject({ name: z.string(), mhz: megahertz }),
  /** A launch from nanoseconds to nanoseconds, all others from bytes to nanoseconds. */
  requests: z.strictObject({
    launch: fit.optional(),
    read: fit.optional(),
    write: fit.optional(),
    copy: fit.optional(),
    fill: fit.optional(),
  }),
  /** The device's times of kernels beside the target's: before calibration, and after it. */
  agreement: z.strictObject({ before: agreement, after: agreement }).optional(),
});

export type Calibration = z.infer<typeof schema>;

export const newCalibration = (what: Omit<Calibration, 'schema' | 'version'>): Calibration => ({
  schema: SCHEMA,
  version: VERSION,
  ...what,
});

const HINT = 'atoll calibrate -o FILE makes such files';

/** @throws AtollError BAD_INPUT naming the file, and what is wrong where */
export function parseCalibration(text: string, file: string): Calibration {
  const bad = (what: string, hint = HINT): AtollError => new AtollError('BAD_INPUT', `${file} ${what}`, hint);
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch (error) {
    throw bad(`is not a calibration: ${(error as Error).message}`);
  }
  const { schema: kind, version, release } = Object(read) as Record<string, unknown>;
  if (kind !== SCHEMA) throw bad('is not a calibration of atoll calibrate');
  if (version !== VERSION)
    throw bad(
      `is a calibration of version ${String(version)}, written by Atoll ${String(release)}; this one reads version ${VERSION}`,
      'repeat atoll calibrate with this version of Atoll',
    );
  const checked = schema.safeParse(read);
  if (checked.success) return checked.data;
  throw bad(`is a damaged calibration: ${z.prettifyError(checked.error).replace(/\s*\n\s*/g, ' ')}`);
}

/** @throws AtollError BAD_INPUT */
export function readCalibration(file: string): Calibration {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new AtollError('BAD_INPUT', `the calibration cannot be read: ${(error as Error).message}`, HINT);
  }
  return parseCalibration(text, file);
}

/** @throws AtollError HOST */
export function writeCalibration(file: string, calibration: Calibration): void {
  try {
    writeFileSync(file, `${JSON.stringify(schema.parse(calibration), null, 2)}\n`);
  } catch (error) {
    throw new AtollError('HOST', `cannot write the calibration ${file}: ${(error as Error).message}`);
  }
}

/** @throws AtollError BAD_INPUT for one that was made with another device */
export function checkDevice({ device }: Calibration, file: string, { platform, name }: DeviceFacts): void {
  if (device.platform === platform && device.name === name) return;
  throw new AtollError(
    'BAD_INPUT',
    `${file} is the calibration of ${device.name} (${device.platform}), and the board has ${name} (${platform})`,
    'make one with this board: atoll calibrate --engine NAME -o FILE',
  );
}
