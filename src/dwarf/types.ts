// Types of variables out of DWARF's entries, as a table. Source: DWARF Debugging Information Format, version 5, chapter
// 5.
import { addressSpace, type SourceMember, type SourceType } from '../source/variables.js';
import { elementOf } from '../util/required.js';
import type { Entry } from './entries.js';
import { AT, TAG } from './names.js';

/** DW_ATE_*: encodings that are not unsigned. */
const FLOAT = 0x04;
const SIGNED: readonly number[] = [0x05, 0x06, 0x0d];
const POINTER_BYTES = 8;
/** Through how many names (const, typedef) a type may be reached. */
const MAX_NAMES = 64;

const numberOf = (entry: Entry, name: number): number | undefined => {
  const value = entry.attributes.get(name);
  return typeof value === 'number' ? value : undefined;
};
const nameOf = (entry: Entry): string | undefined => {
  const value = entry.attributes.get(AT.name);
  return typeof value === 'string' ? value : undefined;
};

/** Collects the types that variables have; each once. */
export class TypeTable {
  readonly types: SourceType[] = [];
  private readonly indices = new Map<string, number>();

  /** @param entries by their offset in .debug_info */
  constructor(private readonly entries: ReadonlyMap<number, Entry>) {}

  /** Index of the type that an entry's DW_AT_type names. */
  of(entry: Entry): number {
    let type = this.named(entry);
    let name: string | undefined;
    // Qualifiers and names of the program's own: the outermost name is the one that a person knows.
    for (let left = MAX_NAMES; type && !KINDS.includes(type.tag) && left > 0; left--) {
      name ??= nameOf(type);
      type = this.named(type);
    }
    return this.add(type, name);
  }

  private named(entry: Entry): Entry | undefined {
    const offset = numberOf(entry, AT.type);
    return offset === undefined ? undefined : this.entries.get(offset);
  }

  private add(entry: Entry | undefined, alias: string | undefined): number {
    const key = `${entry?.offset ?? 'none'} ${alias ?? ''}`;
    const existing = this.indices.get(key);
    if (existing !== undefined) return existing;
    // In the table before its parts are: they may come back to it.
    const index = this.types.push({ kind: 'opaque', name: alias ?? 'void' }) - 1;
    this.indices.set(key, index);
    if (entry) this.types[index] = this.read(entry, alias);
    return index;
  }

  private read(entry: Entry, alias: string | undefined): SourceType {
    const name = alias ?? nameOf(entry) ?? '';
    const size = numberOf(entry, AT.byteSize) ?? 0;
    switch (entry.tag) {
      case TAG.baseType: {
        const encoding = numberOf(entry, AT.encoding) ?? 0;
        return { kind: encoding === FLOAT ? 'float' : SIGNED.includes(encoding) ? 'signed' : 'unsigned', name, size };
      }
      case TAG.enumerationType:
        return { kind: 'signed', name, size };
      case TAG.pointerType:
        return this.pointer(entry);
      case TAG.arrayType:
        return this.array(entry);
      default:
        return { kind: 'struct', name, size, members: this.members(entry) };
    }
  }

  private pointer(entry: Entry): SourceType {
    const space = addressSpace(numberOf(entry, AT.addressClass));
    return { kind: 'pointer', size: space === 'global' ? POINTER_BYTES : 4, target: this.of(entry), space };
  }

  private array(entry: Entry): SourceType {
    const element = this.of(entry);
    const counts = entry.children
      .filter(({ tag }) => tag === TAG.subrangeType)
      .map((range) => numberOf(range, AT.count) ?? (numberOf(range, AT.upperBound) ?? -1) + 1);
    const size = counts.reduce((product, count) => product * count, this.sizeOf(element));
    const vector = entry.attributes.has(AT.gnuVector);
    return {
      kind: vector ? 'vector' : 'array',
      size: numberOf(entry, AT.byteSize) ?? (vector ? rounded(size) : size),
      element,
      counts,
    };
  }

  /** Bytes from one element to the next. */
  private sizeOf(index: number): number {
    const type = elementOf(this.types, index, 'type');
    return type.kind === 'opaque' ? 0 : type.size;
  }

  private members(entry: Entry): SourceMember[] {
    return entry.children
      .filter(({ tag, attributes }) => isPart(tag) && attributes.has(AT.type) && !attributes.has(AT.declaration))
      .flatMap((member) => {
        const own = {
          name: nameOf(member) ?? '',
          type: member.attributes.has(AT.bitSize) ? this.bits() : this.of(member),
          offset: numberOf(member, AT.dataMemberLocation) ?? 0,
        };
        return own.name === '' ? this.inside(own) : [own];
      });
  }

  /** Members of a base class, or of a structure without a name, count as members of the class itself. */
  private inside(part: SourceMember): SourceMember[] {
    const type = this.types[part.type];
    if (type?.kind !== 'struct') return [];
    return type.members.map((member) => ({ ...member, offset: part.offset + member.offset }));
  }

  private bits(): number {
    return this.add(undefined, 'bit field');
  }
}

const isPart = (tag: number): boolean => tag === TAG.member || tag === TAG.inheritance;

/** A vector of three takes the room of four. */
const rounded = (size: number): number => 2 ** Math.ceil(Math.log2(Math.max(size, 1)));

const KINDS: readonly number[] = [
  TAG.baseType,
  TAG.enumerationType,
  TAG.pointerType,
  TAG.arrayType,
  TAG.structureType,
  TAG.classType,
  TAG.unionType,
];
