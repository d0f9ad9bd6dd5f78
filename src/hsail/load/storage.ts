// Addresses of variables in their segments. Variables of the module that a kernel does not use take no space in
// group and private memory.

import { IMAGE_ALIGNMENT, imageLayout, imageProblem, unplacedImage } from '../../isa/hsail/images.js';
import { SAMPLER_ALIGNMENT, samplerWords } from '../../isa/hsail/samplers.js';
import { AtollError } from '../../util/errors.js';
import { LINKAGES, SEGMENTS, spellingOf } from '../brig/enums.js';
import { imageProperties, OTHER_IMAGE } from '../brig/images.js';
import { type BrigEntry, type BrigModule, listAt, stringAt } from '../brig/module.js';
import { samplerProperties } from '../brig/samplers.js';
import { bytesOf, elementOf, isArray } from '../brig/types.js';
import { indirectFunctions } from './indirect-calls.js';

const alignUp = (value: number, alignment: number): number => Math.ceil(value / alignment) * alignment;

export const alignmentOf = ({ values }: BrigEntry): number =>
  Math.max(2 ** (values['align']! - 1), Math.min(bytesOf(elementOf(values['type']!)), 16));

export function bytesOfVariable({ values, wide }: BrigEntry): number {
  const count = isArray(values['type']!) ? Number(wide['dim']) : 1;
  return bytesOf(elementOf(values['type']!)) * count;
}

/** Places one behind the other. */
export class VariableArea {
  private readonly places = new Map<object, number>();
  bytes = 0;

  /** The place of a variable, which gets one at its first use. */
  placeOf(variable: BrigEntry): number {
    return this.takeFor(variable, bytesOfVariable(variable), alignmentOf(variable));
  }

  /** @param key the entry for which the bytes are: offsets of different sections may be the same */
  takeFor(key: object, bytes: number, alignment: number): number {
    let place = this.places.get(key);
    if (place === undefined) this.places.set(key, (place = this.take(bytes, alignment)));
    return place;
  }

  /** Bytes that belong to no entry. */
  reserve(bytes: number, alignment: number): number {
    return this.take(bytes, alignment);
  }

  /** Leaves no variable across a multiple of `alignment`, which it gives. */
  align(alignment: number): number {
    this.bytes = alignUp(this.bytes, alignment);
    return this.bytes;
  }

  private take(bytes: number, alignment: number): number {
    const place = alignUp(this.bytes, alignment);
    this.bytes = place + bytes;
    return place;
  }
}

/** The definition of each symbol of the module by its name. */
export function definitionsOf(module: BrigModule): ReadonlyMap<string, BrigEntry> {
  const definitions = new Map<string, BrigEntry>();
  for (const entry of module.code.values()) {
    const { modifier, name } = entry.values;
    if (modifier !== undefined && name !== undefined && (modifier & 1) === 1 && entry.kind.startsWith('directive_'))
      if (stringAt(module, name).startsWith('&')) definitions.set(stringAt(module, name), entry);
  }
  return definitions;
}

/** 64 bits that hold an address of the area, with others in the upper 16. */
interface InitialAddress {
  readonly place: number;
  readonly target: number;
  readonly upper: number;
}

export interface ProgramData {
  readonly bytes: Uint8Array;
  readonly addresses: readonly InitialAddress[];
}

/** Addresses and descriptors of initial values that are handles. */
interface InitialParts {
  readonly addresses: InitialAddress[];
  readonly descriptors: { readonly place: number; readonly words: Uint32Array }[];
}

const HANDLE_BYTES = 8;

/** A variable by its place in the memory for variables. */
export interface ProgramVariable {
  readonly name: string;
  readonly offset: number;
  readonly size: number;
}

/** Variables in global and readonly memory, those of bodies too: their places and first values. */
export class ProgramVariables {
  readonly area = new VariableArea();

  private readonly indirect: readonly BrigEntry[];

  constructor(
    private readonly module: BrigModule,
    definitions: ReadonlyMap<string, BrigEntry>,
  ) {
    for (const variable of this.own()) this.area.placeOf(variable);
    this.indirect = indirectFunctions(definitions);
    for (const each of this.indirect) this.handleOf(each);
  }

  /** The place whose address is the handle of an indirect function. */
  handleOf(indirect: BrigEntry): number {
    return this.area.takeFor(indirect, HANDLE_BYTES, HANDLE_BYTES);
  }

  /** Indirect functions of program linkage: places of which the host may have the addresses. */
  get functions(): readonly ProgramVariable[] {
    return this.indirect
      .filter(({ values }) => values['linkage'] === LINKAGES.program)
      .map((entry) => ({
        name: stringAt(this.module, entry.values['name']!),
        offset: this.handleOf(entry),
        size: HANDLE_BYTES,
      }));
  }

  private own(): BrigEntry[] {
    const segments: readonly number[] = [SEGMENTS.global, SEGMENTS.readonly];
    return [...this.module.code.values()].filter(
      ({ kind, values }) =>
        kind === 'directive_variable' && segments.includes(values['segment']!) && (values['modifier']! & 1) === 1,
    );
  }

  /** Those of program linkage. */
  get exported(): readonly ProgramVariable[] {
    return this.own()
      .filter(({ values }) => values['linkage'] === LINKAGES.program)
      .map((variable) => ({
        name: stringAt(this.module, variable.values['name']!),
        offset: this.area.placeOf(variable),
        size: bytesOfVariable(variable),
      }));
  }

  /**
   * All of them with their first values, zeros where there are none; behind them descriptors of samplers and images,
   * and elements of images.
   * @param placeText names an entry in errors
   * @throws AtollError UNSUPPORTED
   */
  image(placeText: (entry: number) => string): ProgramData {
    const parts: InitialParts = { addresses: [], descriptors: [] };
    const initials = this.own().flatMap((variable) => {
      const init = this.module.operands.get(variable.values['init']!);
      const place = this.area.placeOf(variable);
      const where = (): string => `${placeText(variable.offset)}: ${stringAt(this.module, variable.values['name']!)}`;
      return init ? [{ place, bytes: this.initial(init, place, parts, where) }] : [];
    });
    const bytes = new Uint8Array(alignUp(this.area.bytes, 16));
    for (const { place, bytes: own } of initials) bytes.set(own, place);
    for (const { place, words } of parts.descriptors) bytes.set(new Uint8Array(words.buffer), place);
    return { bytes, addresses: parts.addresses };
  }

  /**
   * @param place of the bytes
   * @param parts receives what handles among them refer to
   * @param where names the variable in errors
   */
  private initial(init: BrigEntry, place: number, parts: InitialParts, where: () => string): Uint8Array {
    const { kind, values } = init;
    if (kind === 'operand_constant_bytes') return this.module.data.get(values['bytes']!)!;
    if (kind === 'operand_constant_sampler' || kind === 'operand_constant_image') {
      const target = kind === 'operand_constant_image' ? this.addImage(init, parts, where) : this.sampler(init, parts);
      parts.addresses.push({ place, target, upper: 0 });
      return new Uint8Array(HANDLE_BYTES);
    }
    const bytes: number[] = [];
    for (const offset of listAt(this.module, values['elements']!)) {
      const item = this.module.operands.get(offset)!;
      if (item.kind === 'operand_align') {
        while (bytes.length % 2 ** (item.values['align']! - 1) !== 0) bytes.push(0);
        continue;
      }
      bytes.push(...this.initial(item, place + bytes.length, parts, where));
    }
    return Uint8Array.from(bytes);
  }

  /** The place of a sampler's descriptor. */
  private sampler(init: BrigEntry, { descriptors }: InitialParts): number {
    const words = samplerWords(samplerProperties(init));
    const place = this.area.takeFor(init, words.byteLength, SAMPLER_ALIGNMENT);
    descriptors.push({ place, words });
    return place;
  }

  /** The place of the descriptor of an image of its own: variables with the same constant share no elements. */
  private addImage(init: BrigEntry, { addresses, descriptors }: InitialParts, where: () => string): number {
    const properties = imageProperties(init);
    const problem = imageProblem(properties);
    if (problem !== undefined) throw new AtollError('UNSUPPORTED', `${where()}: ${problem}`, OTHER_IMAGE);
    const { words, addressPlace, upper } = unplacedImage(properties);
    const { descriptor, surface } = IMAGE_ALIGNMENT;
    // The address may begin in the byte before the descriptor.
    const place = this.area.reserve(descriptor + words.byteLength, descriptor) + descriptor;
    const target = this.area.reserve(imageLayout(properties).surfaceBytes, surface);
    descriptors.push({ place, words });
    addresses.push({ place: place + addressPlace, target, upper });
    return place;
  }
}

/** Offsets of formal arguments of a kernel, and the size of its segment. */
export function kernargLayout(formals: readonly BrigEntry[]): {
  readonly places: ReadonlyMap<number, number>;
  readonly bytes: number;
} {
  const area = new VariableArea();
  const places = new Map(formals.map((formal) => [formal.offset, area.placeOf(formal)]));
  return { places, bytes: alignUp(area.bytes, 16) };
}

export const segmentName = (segment: number): string => spellingOf(SEGMENTS, segment) ?? 'none';
