// Writes the generated files of the repository; with --check it only compares, and names what is stale.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateDocs, generateHeader } from '../abi/generate.js';
import { hsaHeader } from '../abi/generate-hsa.js';
import { manifestJsonSchema } from '../bench/manifest-schema.js';
import { renderOpenclDoc } from '../compiler/opencl-doc.js';
import { wireHeader } from '../host/generate-wire.js';
import { renderSyscallsDoc } from '../host/syscalls-doc.js';
import { DEFAULT_ISA } from '../isa/isas.js';
import { isaMarkdown } from '../isa/markdown.js';
import { statisticsMarkdown } from '../statistics/markdown.js';
import { timingMarkdown } from '../timing/markdown.js';
import { root } from '../util/paths.js';
import { instructionCounts } from './instruction-counts.js';
import { openclDoc } from './opencl-doc.js';

/** Every generated file with its text. */
export const GENERATED: readonly (readonly [path: string, text: () => string])[] = [
  ['runtime/generated/abi.h', generateHeader],
  ['runtime/generated/hsa_abi.h', hsaHeader],
  ['native/generated/wire.h', wireHeader],
  ['docs/abi.md', generateDocs],
  ['docs/isa.md', () => isaMarkdown(DEFAULT_ISA)],
  ['docs/instruction-counts.md', instructionCounts],
  ['docs/opencl.md', openclDoc],
  ['docs/syscalls.md', renderSyscallsDoc],
  ['docs/opencl-c.md', renderOpenclDoc],
  ['docs/statistics.md', statisticsMarkdown],
  ['docs/timing-parameters.md', timingMarkdown],
  ['benchmarks/manifest.schema.json', manifestJsonSchema],
];

/** The generated files whose text on disk is not what the sources give. */
export function staleFiles(): string[] {
  return GENERATED.filter(([path, text]) => {
    const file = join(root, path);
    return !existsSync(file) || readFileSync(file, 'utf8') !== text();
  }).map(([path]) => path);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const stale = new Set(staleFiles());
  if (process.argv.includes('--check')) {
    for (const path of stale) process.stderr.write(`${path} is stale: npm run build\n`);
    process.exitCode = stale.size > 0 ? 1 : 0;
  } else {
    for (const [path, text] of GENERATED) {
      if (!stale.has(path)) continue;
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text());
    }
  }
}
