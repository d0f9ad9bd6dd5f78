// Metadata of a code object's kernels for the host: MessagePack from version 3 on, YAML in version 2. Source: LLVM's
// AMDGPU usage guide, code object metadata.

import { createRequire } from 'node:module';
import { type ByteReader, latin1 } from '../elf/bytes.js';
import { AtollError } from '../util/errors.js';
import { elementOf } from '../util/required.js';

const MAX_ARGUMENTS = 4096;

const load = createRequire(import.meta.url);
// Libraries are loaded, and schemas made, when metadata is first read: the driver of chips that ROCm knows has this
// file in all of its threads, and most runs never read any.
const libraries = {
  messagePack: () => load('@msgpack/msgpack') as typeof import('@msgpack/msgpack'),
  yaml: () => load('yaml') as typeof import('yaml'),
  zod: () => load('zod') as typeof import('zod'),
};
type Zod = ReturnType<typeof libraries.zod>['z'];

/** A number of bytes or work-items, and three of them. */
function sizeSchemas(z: Zod) {
  const size = z
    .number()
    .int()
    .min(0)
    .max(2 ** 32);
  return { size, size3: z.tuple([size, size, size]) };
}

/** From version 3 on. */
function messagePackSchemas(z: Zod) {
  const { size, size3 } = sizeSchemas(z);
  const argumentSchema = z.object({
    '.name': z.string().default(''),
    '.type_name': z.string().default(''),
    '.size': size,
    '.offset': size,
    /** `global_buffer`, `by_value`, `hidden_global_offset_x`, ... */
    '.value_kind': z.string(),
    '.address_space': z.string().optional(),
    '.access': z.string().optional(),
    '.pointee_align': size.optional(),
    '.is_const': z.boolean().default(false),
    '.is_restrict': z.boolean().default(false),
    '.is_volatile': z.boolean().default(false),
  });
  const kernelSchema = z.object({
    '.name': z.string(),
    /** Of its descriptor. */
    '.symbol': z.string(),
    '.args': z.array(argumentSchema).max(MAX_ARGUMENTS).default([]),
    '.kernarg_segment_size': size,
    '.group_segment_fixed_size': size,
    '.private_segment_fixed_size': size,
    '.wavefront_size': size,
    '.max_flat_workgroup_size': size.optional(),
    '.reqd_workgroup_size': size3.optional(),
    '.workgroup_size_hint': size3.optional(),
    '.vec_type_hint': z.string().optional(),
  });
  const metadataSchema = z.object({
    'amdhsa.kernels': z.array(kernelSchema),
    /** `id:number of arguments:size of each:format` */
    'amdhsa.printf': z.array(z.string()).default([]),
  });
  return { argument: argumentSchema, kernel: kernelSchema, metadata: metadataSchema };
}

/** Of version 2. */
function yamlSchema(z: Zod) {
  const { size, size3 } = sizeSchemas(z);
  const oldArgument = z.object({
    Name: z.string().default(''),
    TypeName: z.string().default(''),
    Size: size,
    Align: size.min(1),
    ValueKind: z.string(),
    AddrSpaceQual: z.string().optional(),
    AccQual: z.string().optional(),
    PointeeAlign: size.optional(),
    IsConst: z.boolean().optional(),
    IsRestrict: z.boolean().optional(),
    IsVolatile: z.boolean().optional(),
  });
  const attributes = z.object({
    ReqdWorkGroupSize: size3.optional(),
    WorkGroupSizeHint: size3.optional(),
    VecTypeHint: z.string().optional(),
  });
  const codeProperties = z.object({
    KernargSegmentSize: size,
    GroupSegmentFixedSize: size,
    PrivateSegmentFixedSize: size,
    WavefrontSize: size,
    MaxFlatWorkGroupSize: size.optional(),
  });
  const kernel = z.object({
    Name: z.string(),
    Args: z.array(oldArgument).max(MAX_ARGUMENTS).default([]),
    Attrs: attributes.default({}),
    CodeProps: codeProperties,
  });
  return z.object({ Printf: z.array(z.string()).optional(), Kernels: z.array(kernel).default([]) });
}

function makeSchemas() {
  const { z } = libraries.zod();
  return { ...messagePackSchemas(z), oldMetadata: yamlSchema(z) };
}

let cachedSchemas: ReturnType<typeof makeSchemas> | undefined;
const schemas = (): ReturnType<typeof makeSchemas> => (cachedSchemas ??= makeSchemas());
/** Output type of a schema. */
type Output<Name extends keyof ReturnType<typeof makeSchemas>> = ReturnType<typeof makeSchemas>[Name]['_output'];

export type ArgumentMetadata = Output<'argument'>;
export type HsaKernelMetadata = Output<'kernel'>;
export type Metadata = Output<'metadata'>;

interface Issues {
  readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];
}

/** @throws AtollError BAD_IMAGE naming what of it is wrong */
function checked(value: unknown, reader: ByteReader): Metadata {
  const result = schemas().metadata.safeParse(value);
  if (result.success) return result.data;
  throw wrongMetadata(result.error, reader);
}

function wrongMetadata({ issues }: Issues, reader: ByteReader): AtollError {
  const { path, message } = elementOf(issues, 0, 'issue');
  return reader.error(0, `${path.join(' ') || 'the metadata'}: ${message}`);
}

function parsed(reader: ByteReader, how: () => unknown): unknown {
  try {
    return how();
  } catch (error) {
    if (error instanceof AtollError) throw error;
    throw reader.error(0, `the metadata cannot be read: ${(error as Error).message}`);
  }
}

/** Versions 3 and later. @param reader the contents of the note NT_AMDGPU_METADATA */
export const readMetadata = (reader: ByteReader): Metadata =>
  checked(
    parsed(reader, () => libraries.messagePack().decode(reader.bytes)),
    reader,
  );

type KernelMetadataV2 = Output<'oldMetadata'>['Kernels'][number];

/** `HiddenGlobalOffsetX` as `hidden_global_offset_x`. */
const snakeCase = (name: string): string => name.replace(/(?<=[a-z0-9])[A-Z]/g, '_$&').toLowerCase();

/** Version 2 says how arguments are aligned, not where they are. */
function placed(args: KernelMetadataV2['Args']): unknown[] {
  let end = 0;
  return args.map((argument) => {
    const offset = Math.ceil(end / argument.Align) * argument.Align;
    end = offset + argument.Size;
    return {
      '.name': argument.Name,
      '.type_name': argument.TypeName,
      '.size': argument.Size,
      '.offset': offset,
      '.value_kind': snakeCase(argument.ValueKind),
      '.address_space': argument.AddrSpaceQual?.toLowerCase(),
      '.access': argument.AccQual && snakeCase(argument.AccQual),
      '.pointee_align': argument.PointeeAlign,
      '.is_const': argument.IsConst,
      '.is_restrict': argument.IsRestrict,
      '.is_volatile': argument.IsVolatile,
    };
  });
}

const renamed = ({ Name, Args, Attrs, CodeProps }: KernelMetadataV2): unknown => ({
  '.name': Name,
  '.symbol': Name,
  '.args': placed(Args),
  '.kernarg_segment_size': CodeProps.KernargSegmentSize,
  '.group_segment_fixed_size': CodeProps.GroupSegmentFixedSize,
  '.private_segment_fixed_size': CodeProps.PrivateSegmentFixedSize,
  '.wavefront_size': CodeProps.WavefrontSize,
  '.max_flat_workgroup_size': CodeProps.MaxFlatWorkGroupSize,
  '.reqd_workgroup_size': Attrs.ReqdWorkGroupSize,
  '.workgroup_size_hint': Attrs.WorkGroupSizeHint,
  '.vec_type_hint': Attrs.VecTypeHint,
});

/** Version 2, in the words of the later ones. @param reader the contents of the note NT_AMD_HSA_METADATA */
export function readOldMetadata(reader: ByteReader): Metadata {
  const text = latin1(reader.bytes).replace(/\0+$/, '');
  const result = schemas().oldMetadata.safeParse(
    parsed(reader, () => libraries.yaml().parse(text, { logLevel: 'error' })),
  );
  if (!result.success) {
    throw wrongMetadata(result.error, reader);
  }
  const { Kernels, Printf } = result.data;
  return checked({ 'amdhsa.kernels': Kernels.map(renamed), 'amdhsa.printf': Printf }, reader);
}
