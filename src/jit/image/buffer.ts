// Typed accesses of buffers whose elements lie side by side, each lane at its index (image1d_buffer_t): to a routine
// they are loads and stores of an image of one dimension.

import type { AddressSpace } from '../../emulator/address-space.js';
import { dataFormat } from '../../emulator/image/formats.js';
import { VGPR_COUNT } from '../../emulator/state.js';
import type { Instruction } from '../../isa/instruction.js';
import { required } from '../../util/required.js';
import { isConvertible } from './components.js';
import type { DescribedImage } from './shape.js';

/** Fields that make an address of more than an index. */
const OTHER_ADDRESSES = ['offen', 'addr64', 'offset', 'lds', 'tfe'] as const;

/** True if an instruction is such an access when its descriptor is an ordinary one. */
export function isIndexedBuffer({ def, fields, operands: { SOFFSET } }: Instruction): boolean {
  if (!def.traits.resourceFormat || (SOFFSET?.kind !== 'const' && SOFFSET?.kind !== 'scalar')) return false;
  return fields['idxen'] === 1 && OTHER_ADDRESSES.every((field) => !fields[field]);
}

/**
 * @param resource the words of the buffer descriptor @param offset value of the scalar offset
 * @returns nothing where the interpreter has to execute the instruction
 */
export function describeBuffer(
  { def, operands }: Instruction,
  resource: ArrayLike<number>,
  offset: number,
  space: AddressSpace,
): DescribedImage | undefined {
  const { access: operation, components } = required(def.traits.resourceFormat, 'format of the resource');
  const view = def.isa.descriptors.buffer.decode(resource);
  const { numFormat, records, selects } = view;
  const format = dataFormat(view.dataFormat);
  if (!format || format.sharedExponent || !format.widths.every((width) => isConvertible(width, numFormat)))
    return undefined;
  const { bytes, widths } = format;
  const address = BigInt(view.base + offset);
  const base = space.translate(address, records * bytes);
  const isPlain = view.stride === bytes && !view.swizzled && !view.addsLane;
  if (!isPlain || base === undefined || base % Math.min(bytes, 4) !== 0) return undefined;
  const { VADDR, VDATA } = operands;
  if (VADDR?.kind !== 'vgpr' || VDATA?.kind !== 'vgpr' || VDATA.index + components > VGPR_COUNT) return undefined;
  return {
    shape: {
      operation,
      widths,
      bytes,
      numFormat,
      selects,
      dimensions: 1,
      layered: false,
      mask: 2 ** components - 1,
      leading: 0,
      slice: false,
      sampling: undefined,
    },
    numbers: [base, records, 1, 1, records, 0, 0],
  };
}
