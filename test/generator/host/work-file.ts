// Input of the host program (host.cc): programs, their kernels, arguments and launches.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Argument, Kernel } from '../language/kernel.js';
import type { Launch } from '../language/launches.js';

/** A program as text. */
export interface Source {
  readonly text: string;
  readonly options: string;
  readonly kernels: readonly Kernel[];
}

function argumentLine(argument: Argument): string {
  if (argument.kind === 'local') return `local ${argument.bytes}`;
  if (argument.kind === 'value') return `value 4 ${argument.word}`;
  const filled = `${argument.kind} ${argument.bytes} ${argument.seed} ${argument.contents}`;
  if (argument.kind !== 'image') return filled;
  const { channel, width, height } = argument.image;
  return `${filled} ${channel} ${width} ${height}`;
}

const launchLine = (size: string, { dimensions, global, local, offset }: Launch): string =>
  [size, dimensions, ...global, ...(local ?? [0, 0, 0]), ...offset].join(' ');

/** Writes a folder's sources and its work file. @returns the path of the latter */
export function writeWork(folder: string, sources: readonly Source[]): string {
  const lines = sources.flatMap(({ text, options, kernels }, n) => {
    const path = join(folder, `${n}.cl`);
    writeFileSync(path, text);
    return [
      `program ${path} ${options}`,
      ...kernels.flatMap((kernel) => [
        `kernel ${kernel.name}`,
        launchLine('small', kernel.small),
        launchLine('large', kernel.large),
        ...kernel.arguments.map(argumentLine),
      ]),
    ];
  });
  const path = join(folder, 'work');
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}
