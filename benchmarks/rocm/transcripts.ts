// Writes docs/rocm-transcripts.md: `node dist/benchmarks/rocm/transcripts.js`; needs rocminfo, hipcc and
// librocrand-dev. Takes seconds. Its output about the simulated GPUs is compared with the output of programs by
// test/driver/kfd/rocminfo.test.ts and test/hip/hip.test.ts.

import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from '../../src/util/paths.js';

const PAGE = join(root, 'docs/rocm-transcripts.md');
const ATOLL = join(root, 'bin/atoll');
const ENV = { ...process.env, HIP_PLATFORM: 'amd' };

/** Output of a command line, as a block of the page; it is executed in a folder with the sources. */
function shown(folder: string, line: string): string {
  const [command = '', ...words] = line.split(' ');
  const file = command === 'atoll' ? ATOLL : command;
  const output = execFileSync(file, words, {
    cwd: folder,
    env: ENV,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const text = stripVTControlCharacters(output).replaceAll(/ +$/gm, '').trimEnd();
  return ['```', `$ ${line}`, ...(text === '' ? [] : [text]), '```'].join('\n');
}

function pageText(folder: string): string {
  const show = (...lines: readonly string[]): string => lines.map((line) => shown(folder, line)).join('\n\n');
  const build = (name: string, ...more: readonly string[]): string =>
    ['hipcc', '-O2', '--offload-arch=gfx900', `${name}.hip`, '-o', name, ...more].join(' ');
  return `# Transcripts of ROCm's programs

<!-- Written by benchmarks/rocm/transcripts.ts: do not edit. -->

What Debian 12's own programs print on a machine without a GPU, after \`apt-get install rocminfo hipcc librocrand-dev\`. The sources are those of
\`test/hip\`; on a machine with a CUDA toolkit \`HIP_PLATFORM=amd\` has to be set. [ROCm](rocm.md) says more.

The runtime lists the processor of the machine, then the simulated GPU:

${show('atoll run --device vega10 -- rocminfo')}

A HIP program that compares its sums with its own:

${show(build('vector-add'), 'atoll run --device vega10 -- ./vector-add')}

The first numbers of rocRAND's Philox4x32-10 with seed 0. The ones that are published for this generator, with counter and key 0, are
\`6627e8d5 e169c58d bc57ac4c 9b00dbd8\`:

${show(build('rocrand', '-lrocrand'), 'atoll run --device vega10 -- ./rocrand')}
`;
}

const folder = mkdtempSync(join(tmpdir(), 'atoll-transcripts-'));
try {
  for (const name of ['vector-add', 'rocrand'])
    copyFileSync(join(root, 'test/hip', `${name}.hip`), join(folder, `${name}.hip`));
  writeFileSync(PAGE, pageText(folder));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
