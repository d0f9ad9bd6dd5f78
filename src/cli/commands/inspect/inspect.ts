// `atoll inspect`: the content of a CAL image of Atoll or AMD, of code objects for HSA, or of a SPIR-V module.

import { inspect as show } from 'node:util';
import { readCalImage } from '../../../cal/reader.js';
import { type CodeObject, type CodeObjectKernel, readCodeObject } from '../../../hsa/code-object.js';
import { codeObjectsIn } from '../../../hsa/offload-bundle.js';
import { type HsailDescriptor, readHsailDescriptor } from '../../../hsail/load/descriptor.js';
import { isSpirv } from '../../../spirv/file-kind.js';
import { readInput } from '../../inputs/code-input.js';

/** Byte arrays are shown by their size: other commands show their content. */
const plain = (_key: string, value: unknown): unknown => {
  if (value instanceof Uint8Array) return { bytes: value.length };
  return typeof value === 'bigint' ? value.toString() : value;
};

/** That of a kernel whose code is HSAIL. */
function hsailDescriptor({ segments }: CodeObject, { address }: CodeObjectKernel): HsailDescriptor | undefined {
  const segment = segments.findLast((each) => each.address <= address);
  return segment && readHsailDescriptor(segment.bytes.subarray(address - segment.address));
}

/** Contents of a code object; segments by their sizes. */
function objectFacts(object: CodeObject, bundled: string | undefined): object {
  const { version, target, size, segments, relocations, kernels, printf } = object;
  return {
    ...(bundled !== undefined && { bundled }),
    version,
    target,
    size,
    segments,
    relocations: relocations.length,
    kernels: kernels.map((kernel) => ({ ...kernel, descriptor: hsailDescriptor(object, kernel) ?? kernel.descriptor })),
    ...(printf && { printf }),
  };
}

type Contents = { readonly image: object } | { readonly objects: object[] };

async function contentsOf(bytes: Uint8Array, file: string): Promise<Contents> {
  if (isSpirv(bytes)) return { image: await spirvFacts(bytes, file) };
  const objects = codeObjectsIn(bytes, file);
  if (objects.length === 0) return { image: readCalImage(bytes, file) };
  return { objects: objects.map((each) => objectFacts(readCodeObject(each.bytes, file), each.target)) };
}

async function spirvFacts(bytes: Uint8Array, file: string): Promise<object> {
  const { readSpirv } = await import('../../../spirv/reader.js');
  return (await import('../../../spirv/summary.js')).summarizeSpirv(readSpirv(bytes, file));
}

const withoutBytes = <T>(value: T): T => JSON.parse(JSON.stringify(value, plain)) as T;

const SHOWN = { depth: null, compact: 4, breakLength: 120, maxArrayLength: null } as const;

export async function inspect(file: string, { json }: { readonly json?: boolean }): Promise<void> {
  const contents = withoutBytes(await contentsOf(readInput(file), file));
  if (json) process.stdout.write(`${JSON.stringify({ schema: 1, file, ...contents }, null, 2)}\n`);
  else
    for (const each of 'image' in contents ? [contents.image] : contents.objects)
      process.stdout.write(`${show(each, SHOWN)}\n`);
}
