// The note with the metadata of kernels: what tools and runtimes read of names, arguments and sizes. Source: LLVM's
// AMDGPU usage guide, code object V4 metadata.

import { encode } from '@msgpack/msgpack';
import { type HsailProgram, WAVEFRONT_LANES } from '../load/program.js';

/** NT_AMDGPU_METADATA and its owner. */
const NOTE = { owner: 'AMDGPU\0', type: 32 } as const;
const VERSION = [1, 1] as const;
const KERNARG_ALIGNMENT = 16;
/** Work-items of a work-group that HSA's agents have. */
const MAX_GROUP = 1024;
const WORD = 4;

type HsailArgument = HsailProgram['kernels'][number]['signature']['arguments'][number];

const argumentOf = ({ name, typeName, size, offset, kind }: HsailArgument) => ({
  '.name': name,
  '.type_name': typeName,
  '.size': size,
  '.offset': offset,
  '.value_kind': kind === 'global' ? 'global_buffer' : 'by_value',
  ...(kind === 'global' && { '.address_space': 'global' }),
});

function kernelOf({ kernels, symbols, lowered }: HsailProgram, index: number) {
  const { lds, scratch, registers, groups, signature } = kernels[index]!;
  const name = symbols[index]!;
  return {
    '.name': name,
    '.symbol': `${name}.kd`,
    '.args': signature.arguments.map(argumentOf),
    '.kernarg_segment_size': lowered[index]!.kernargBytes,
    '.kernarg_segment_align': KERNARG_ALIGNMENT,
    '.group_segment_fixed_size': lds,
    '.private_segment_fixed_size': scratch,
    '.wavefront_size': WAVEFRONT_LANES,
    '.vgpr_count': registers.vgprs,
    '.sgpr_count': registers.sgprs,
    '.max_flat_workgroup_size': groups.limit ?? MAX_GROUP,
    ...(groups.required !== undefined && { '.reqd_workgroup_size': groups.required }),
  };
}

/** Contents of the section of notes. @param target LLVM's name of the chip */
export function metadataNote(program: HsailProgram, target: string): Uint8Array {
  const contents = encode({
    'amdhsa.version': VERSION,
    'amdhsa.target': `amdgcn-amd-amdhsa--${target}`,
    'amdhsa.kernels': program.kernels.map((_, index) => kernelOf(program, index)),
  });
  const padded = (size: number): number => Math.ceil(size / WORD) * WORD;
  const owner = Buffer.from(NOTE.owner, 'latin1');
  const start = 3 * WORD + padded(owner.length);
  const note = new Uint8Array(start + padded(contents.length));
  new Uint32Array(note.buffer, 0, 3).set([owner.length, contents.length, NOTE.type]);
  note.set(owner, 3 * WORD);
  note.set(contents, start);
  return note;
}
