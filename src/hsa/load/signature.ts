// Signature of a kernel's arguments for the host, from the metadata of a code object.

import {
  ACCESS_QUALIFIERS,
  type AccessQualifier,
  ADDRESS_QUALIFIERS,
  type AddressQualifier,
  type ArgumentKind,
  type ImageDimension,
  type KernelArgument,
  type TypeQualifier,
} from '../../launch/argument.js';
import type { KernelSignature, PrintfFormat } from '../../launch/image.js';
import { AtollError } from '../../util/errors.js';
import type { ArgumentMetadata, HsaKernelMetadata } from '../metadata.js';

export const isHidden = ({ '.value_kind': kind }: ArgumentMetadata): boolean => kind.startsWith('hidden_');

/** `value_kind` of what a host sets. */
const KINDS: ReadonlyMap<string, ArgumentKind> = new Map([
  ['by_value', 'value'],
  ['global_buffer', 'global'],
  ['dynamic_shared_pointer', 'local'],
  ['image', 'image'],
  ['sampler', 'sampler'],
]);

function kindOf(kernel: string, argument: ArgumentMetadata): ArgumentKind {
  const kind = KINDS.get(argument['.value_kind']);
  if (kind === undefined)
    throw new AtollError(
      'UNSUPPORTED',
      `kernel ${kernel}, argument ${argument['.name']}: '${argument['.value_kind']}' is not supported`,
    );
  return kind === 'global' && argument['.address_space'] === 'constant' ? 'constant' : kind;
}

const oneOf = <T extends string>(names: readonly T[], name: string | undefined): T | undefined =>
  names.find((each) => each === name);
const qualifierOf = (argument: ArgumentMetadata): AddressQualifier =>
  oneOf(ADDRESS_QUALIFIERS, argument['.address_space']) ?? (argument['.value_kind'] === 'image' ? 'global' : 'private');
const accessOf = (argument: ArgumentMetadata): AccessQualifier =>
  oneOf(ACCESS_QUALIFIERS, argument['.access']) ?? 'none';
/** `image2d_array_t` is `2d_array`. */
const dimensionOf = (typeName: string): ImageDimension | undefined =>
  /^image(\dd(?:_array|_buffer)?)_/.exec(typeName)?.[1] as ImageDimension | undefined;

/** The largest power of two that divides an offset, up to the largest type (long16). */
const alignmentAt = (offset: number, size: number): number => {
  const natural = 2 ** Math.ceil(Math.log2(Math.max(size, 1)));
  const alignment = offset === 0 ? 128 : offset & -offset;
  return Math.min(natural, alignment, 128);
};

function argumentOf(kernel: string, argument: ArgumentMetadata): KernelArgument {
  const qualifiers: readonly (readonly [TypeQualifier, boolean])[] = [
    ['const', argument['.is_const']],
    ['restrict', argument['.is_restrict']],
    ['volatile', argument['.is_volatile']],
  ];
  return {
    name: argument['.name'],
    kind: kindOf(kernel, argument),
    typeName: argument['.type_name'],
    size: argument['.size'],
    offset: argument['.offset'],
    alignment: alignmentAt(argument['.offset'], argument['.size']),
    addressQualifier: qualifierOf(argument),
    accessQualifier: accessOf(argument),
    typeQualifiers: qualifiers.flatMap(([name, is]) => (is ? [name] : [])),
    imageDimension: dimensionOf(argument['.type_name']),
  };
}

/** `id:count:size...:format`, colons of the format as \72. */
function formatOf(text: string): PrintfFormat {
  const [id, count, ...rest] = text.split(':');
  const sizes = rest.slice(0, Number(count)).map(Number);
  const format = rest.slice(Number(count)).join(':').replaceAll('\\72', ':');
  if (![Number(id), Number(count), ...sizes].every((number) => Number.isSafeInteger(number) && number >= 0))
    throw new AtollError('BAD_IMAGE', `the printf format '${text}' lacks its numbers`);
  return { id: Number(id), sizes, format };
}

/** @throws AtollError UNSUPPORTED, BAD_IMAGE naming the kernel */
/** Arguments that a host sets. @throws AtollError UNSUPPORTED for unknown kinds */
export const argumentsOf = (kernel: HsaKernelMetadata): KernelArgument[] =>
  kernel['.args'].filter((argument) => !isHidden(argument)).map((argument) => argumentOf(kernel['.name'], argument));

export function signatureOf(kernel: HsaKernelMetadata, printf: readonly string[]): KernelSignature {
  return {
    arguments: argumentsOf(kernel),
    sizeHint: kernel['.workgroup_size_hint'],
    vectorTypeHint: kernel['.vec_type_hint'],
    printfFormats: kernel['.args'].some((argument) => argument['.value_kind'] === 'hidden_printf_buffer')
      ? printf.map(formatOf)
      : [],
  };
}
