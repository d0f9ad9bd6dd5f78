// `atoll trace diff A B`, `atoll trace show FILE`: traces of instructions, in either form.

import { closeSync, openSync, readSync } from 'node:fs';
import { MAGIC } from '../../../debug/binary-trace.js';
import { BinaryTraceReader, type PositionedRead } from '../../../debug/read-binary-trace.js';
import { TextTraceReader } from '../../../debug/read-text-trace.js';
import { firstDifference } from '../../../debug/trace-diff.js';
import type { TraceReader } from '../../../debug/trace-steps.js';
import { AtollError } from '../../../util/errors.js';

/** Opens a trace for the duration of `use`. @throws AtollError BAD_INPUT */
function withTrace<T>(file: string, use: (reader: TraceReader) => T): T {
  let fd: number;
  try {
    fd = openSync(file, 'r');
  } catch (error) {
    throw new AtollError('BAD_INPUT', `cannot read ${file}: ${(error as Error).message}`);
  }
  const readAt: PositionedRead = (offset, length) => {
    const bytes = Buffer.allocUnsafe(length);
    return bytes.subarray(0, readSync(fd, bytes, 0, length, offset));
  };
  try {
    const isBinary = readAt(0, MAGIC.length).toString('latin1') === MAGIC;
    return use(isBinary ? new BinaryTraceReader(file, readAt) : new TextTraceReader(readAt));
  } finally {
    closeSync(fd);
  }
}

/** Exit status 1 when they differ. */
export function diffTraces(first: string, second: string): void {
  const difference = withTrace(first, (a) =>
    withTrace(second, (b) => {
      if (a.form !== b.form)
        throw new AtollError(
          'BAD_INPUT',
          `${first} is in ${a.form} format, ${second} in ${b.form} format`,
          'write both in the same format',
        );
      return firstDifference(a, b);
    }),
  );
  const text = difference ? difference.lines.join('\n') : 'the traces are equal';
  process.stdout.write(`${text}\n`);
  if (difference) process.exitCode = 1;
}

/** Prints a trace as text. */
export function showTrace(file: string): void {
  withTrace(file, (reader) => {
    for (const step of reader.steps()) process.stdout.write(`${step.shown().join('\n')}\n`);
  });
}
