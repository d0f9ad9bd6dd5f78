// Kernel arguments, as files describe them and as hosts set them.

export const ARGUMENT_KINDS = ['value', 'global', 'constant', 'local', 'image', 'sampler'] as const;
export type ArgumentKind = (typeof ARGUMENT_KINDS)[number];

export const ADDRESS_QUALIFIERS = ['private', 'global', 'constant', 'local'] as const;
export type AddressQualifier = (typeof ADDRESS_QUALIFIERS)[number];

export const ACCESS_QUALIFIERS = ['none', 'read_only', 'write_only', 'read_write'] as const;
export type AccessQualifier = (typeof ACCESS_QUALIFIERS)[number];

export const TYPE_QUALIFIERS = ['const', 'restrict', 'volatile'] as const;
export type TypeQualifier = (typeof TYPE_QUALIFIERS)[number];

export const IMAGE_DIMENSIONS = ['1d', '1d_array', '1d_buffer', '2d', '2d_array', '3d'] as const;
export type ImageDimension = (typeof IMAGE_DIMENSIONS)[number];

export interface KernelArgument {
  readonly name: string;
  readonly kind: ArgumentKind;
  /** As in the source, typedef names kept: `float4*`, `image2d_t`, `uint`. */
  readonly typeName: string;
  /** Size in bytes of what clSetKernelArg is given for a value; of the slot otherwise. */
  readonly size: number;
  /** Offset of the slot in the segment that a host fills for each launch, in bytes. */
  readonly offset: number;
  /** Alignment of the slot relative to the first argument, in bytes. */
  readonly alignment: number;
  readonly addressQualifier: AddressQualifier;
  readonly accessQualifier: AccessQualifier;
  readonly typeQualifiers: readonly TypeQualifier[];
  readonly imageDimension: ImageDimension | undefined;
}
