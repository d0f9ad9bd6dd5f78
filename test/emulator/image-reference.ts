// Compiles and runs image-reference.c: reads and writes of images by another OpenCL implementation.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const OPERATIONS = ['readf', 'readi', 'readui', 'writef', 'writei', 'writeui'] as const;

/** One image and the operation on it. */
export interface Job {
  readonly operation: (typeof OPERATIONS)[number];
  /** cl_channel_order and cl_channel_type. */
  readonly order: number;
  readonly type: number;
  /** Width, height and, for a 3D image, depth. */
  readonly size: readonly number[];
  readonly normalized?: boolean;
  readonly linear?: boolean;
  /** cl_addressing_mode. */
  readonly addressing?: number;
  /** The texels of the whole image. */
  readonly texels: Uint8Array;
  /** Coordinates or values: four words each. */
  readonly input: Uint32Array;
  /** Bytes of the answer for each input. */
  readonly answerBytes: number;
}

const CL_ADDRESS_NONE = 0x1130;
const SOURCE = fileURLToPath(new URL('../../../test/emulator/image-reference.c', import.meta.url));

function encode(job: Job): Buffer {
  const [width, height = 1, depth = 1] = job.size as [number, number?, number?];
  const header = Int32Array.of(
    OPERATIONS.indexOf(job.operation),
    job.order,
    job.type,
    job.size.length,
    width,
    height,
    depth,
    (job.normalized ? 1 : 0) | (job.linear ? 2 : 0),
    job.addressing ?? CL_ADDRESS_NONE,
    job.input.length / 4,
  );
  const bytes = (array: ArrayBufferView): Buffer => Buffer.from(array.buffer, array.byteOffset, array.byteLength);
  return Buffer.concat([bytes(header), bytes(job.texels), bytes(job.input)]);
}

/** The answers to all jobs, in order. Throws when there is no OpenCL, no compiler, or a job fails. */
export function askOpenCl(jobs: readonly Job[]): readonly Uint8Array[] {
  const directory = mkdtempSync(join(tmpdir(), 'atoll-image-'));
  try {
    const program = join(directory, 'reference');
    execFileSync('gcc', ['-O1', '-o', program, SOURCE, '-lOpenCL']);
    const output = execFileSync(program, {
      input: Buffer.concat(jobs.map(encode)),
      maxBuffer: 1 << 28,
      env: { ...process.env, POCL_CACHE_DIR: join(directory, 'cache') },
      timeout: 120_000,
    });
    let at = 0;
    return jobs.map((job) => {
      const length = (job.input.length / 4) * job.answerBytes;
      at += length;
      return Uint8Array.from(output.subarray(at - length, at));
    });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
