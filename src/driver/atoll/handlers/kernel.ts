// KERNEL_INFO and KERNEL_ARGUMENT: what an image says of its kernels, in the numbers of OpenCL.

import { ArgumentKind, ImageKind, KernelFlag } from '../../../abi/schema.js';
import type { AccessQualifier, AddressQualifier, ImageDimension, KernelArgument } from '../../../launch/argument.js';
import type { KernelImage } from '../../../launch/image.js';
import { require } from '../../core/errno.js';
import { FAMILY } from '../../device-models.js';
import { writeGuest } from '../guest-strings.js';
import type { RequestHandler } from '../handler.js';
import type { Session } from '../session.js';

/** CL_KERNEL_ARG_ADDRESS_*, CL_KERNEL_ARG_ACCESS_* and CL_KERNEL_ARG_TYPE_* of OpenCL 1.2's cl.h. */
const ADDRESS: Record<AddressQualifier, number> = { global: 0x119b, local: 0x119c, constant: 0x119d, private: 0x119e };
const ACCESS: Record<AccessQualifier, number> = {
  read_only: 0x11a0,
  write_only: 0x11a1,
  read_write: 0x11a2,
  none: 0x11a3,
};
const TYPE = { const: 1n, restrict: 2n, volatile: 4n } as const;
const DIMENSION: Record<ImageDimension, number> = {
  '1d': ImageKind.D1,
  '1d_buffer': ImageKind.D1_BUFFER,
  '1d_array': ImageKind.D1_ARRAY,
  '2d': ImageKind.D2,
  '2d_array': ImageKind.D2_ARRAY,
  '3d': ImageKind.D3,
};
const KIND = {
  value: ArgumentKind.VALUE,
  global: ArgumentKind.GLOBAL,
  constant: ArgumentKind.CONSTANT,
  local: ArgumentKind.LOCAL,
  image: ArgumentKind.IMAGE,
  sampler: ArgumentKind.SAMPLER,
} as const;
/** Largest natural alignment of an OpenCL type (long16), for local pointers of unknown pointee. */
const MAX_ALIGNMENT = 128;

/**
 * Work-items of a work-group that a kernel takes. AMD's compiler does not say what it assumed: what its driver allowed.
 */
function groupSizeOf(session: Session, handle: number, { groups, convention }: KernelImage): number {
  const { required, limit = FAMILY.maxWorkGroupSize } = groups;
  if (required) return required[0] * required[1] * required[2];
  const maximum = convention.name === 'catalyst' ? FAMILY.maxWorkGroupSize : limit;
  const device = session.programs.get(handle)?.device;
  const chip = session.devices.find(({ id }) => id === device);
  return Math.min(maximum, chip?.maxWorkGroupSize ?? maximum);
}

function kernelOf(session: Session, handle: number, index: number): KernelImage {
  const kernel = session.programs.get(handle)?.kernels[index];
  require(kernel !== undefined, `program ${handle} has no kernel ${index}`);
  return kernel;
}

/** The attribute list as CL_KERNEL_ATTRIBUTES shows it. */
function attributesOf({ groups: { required }, signature: { sizeHint, vectorTypeHint } }: KernelImage): string {
  const attributes = [];
  if (required) attributes.push(`reqd_work_group_size(${required.join(',')})`);
  if (sizeHint) attributes.push(`work_group_size_hint(${sizeHint.join(',')})`);
  if (vectorTypeHint) attributes.push(`vec_type_hint(${vectorTypeHint})`);
  return attributes.join(' ');
}

export const kernelInfo: RequestHandler<'KERNEL_INFO'> = (session, request, call) => {
  const kernel = kernelOf(session, request.program, request.kernel);
  const { groups, signature } = kernel;
  const reqd = groups.required;
  const name = Buffer.from(kernel.name);
  if (request.long_name) writeGuest(call, request.long_name, request.long_name_room, name);
  return {
    argument_count: signature.arguments.length,
    flags:
      (signature.printfFormats.length > 0 ? KernelFlag.PRINTF : 0) |
      (reqd ? KernelFlag.REQD_WORK_GROUP_SIZE : 0) |
      (groups.unseen ? KernelFlag.GROUPS_UNSEEN : 0),
    kernarg_size: kernel.convention.segmentBytes,
    work_group_size: groupSizeOf(session, request.program, kernel),
    reqd_work_group_size: reqd ? [...reqd] : [0, 0, 0],
    lds_size: kernel.lds,
    private_size: kernel.scratch,
    preferred_multiple: FAMILY.wavefrontSize,
    name_length: BigInt(name.length),
    name: kernel.name,
    attributes: attributesOf(kernel),
  };
};

export const kernelArgument: RequestHandler<'KERNEL_ARGUMENT'> = (session, request) => {
  const kernel = kernelOf(session, request.program, request.kernel);
  const argument: KernelArgument | undefined = kernel.signature.arguments[request.argument];
  require(argument !== undefined, `kernel ${kernel.name} has no argument ${request.argument}`);
  return {
    kind: KIND[argument.kind],
    offset: argument.offset,
    size: argument.size,
    alignment: argument.kind === 'local' ? MAX_ALIGNMENT : argument.alignment,
    image_kind: argument.imageDimension ? DIMENSION[argument.imageDimension] : 0,
    address_qualifier: ADDRESS[argument.addressQualifier],
    access_qualifier: ACCESS[argument.accessQualifier],
    type_qualifier: argument.typeQualifiers.reduce((bits, qualifier) => bits | TYPE[qualifier], 0n),
    has_info: argument.typeName ? 1 : 0,
    type_name: argument.typeName,
    name: argument.name,
  };
};
