// Types of the source out of their entries, numbered as they are needed.
import type { SourceType, TypeMember } from '../../source/debug-info.js';
import type { Entry } from './entries.js';
import { AT, ATE, TAG } from './names.js';

const text = (entry: Entry, name: number): string => {
  const value = entry.attributes.get(name);
  return typeof value === 'string' ? value : '';
};
export const numberIn = (entry: Entry, name: number): number | undefined => {
  const value = entry.attributes.get(name);
  return typeof value === 'number' ? value : undefined;
};

const BASE_KINDS: ReadonlyMap<number, 'float' | 'signed' | 'unsigned' | 'bool'> = new Map([
  [ATE.boolean, 'bool'],
  [ATE.float, 'float'],
  [ATE.signed, 'signed'],
  [ATE.signedChar, 'signed'],
  [ATE.unsigned, 'unsigned'],
  [ATE.unsignedChar, 'unsigned'],
]);
const TRANSPARENT: readonly number[] = [TAG.constType, TAG.volatileType, TAG.restrictType];
const POINTER_SIZE = 8;

/** Numbers the types that are asked for. */
export class TypeTable {
  readonly types: SourceType[] = [];
  private readonly numbers = new Map<number, number>();

  /** @param entries all entries of the object by offset */
  constructor(private readonly entries: ReadonlyMap<number, Entry>) {}

  /** The number of the type that an entry has. */
  of(entry: Entry): number {
    return this.at(numberIn(entry, AT.type));
  }

  private at(offset: number | undefined): number {
    const key = offset ?? -1;
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    const number = this.types.length;
    this.numbers.set(key, number);
    // A place for it first: structures may point to themselves.
    this.types.push({ kind: 'unknown', name: 'void', size: 0 });
    const entry = offset === undefined ? undefined : this.entries.get(offset);
    if (entry) this.types[number] = this.read(entry);
    return number;
  }

  private read(entry: Entry): SourceType {
    const { tag } = entry;
    const size = numberIn(entry, AT.byteSize) ?? 0;
    if (TRANSPARENT.includes(tag)) return this.types[this.of(entry)]!;
    if (tag === TAG.typedef) return { ...this.types[this.of(entry)]!, name: text(entry, AT.name) };
    if (tag === TAG.baseType) {
      const kind = BASE_KINDS.get(numberIn(entry, AT.encoding) ?? 0) ?? 'unknown';
      return { kind, name: text(entry, AT.name), size };
    }
    if (tag === TAG.enumerationType) return { kind: 'signed', name: text(entry, AT.name), size };
    if (tag === TAG.pointerType) return this.pointer(entry, size);
    if (tag === TAG.arrayType) return this.array(entry);
    if (tag === TAG.structureType || tag === TAG.unionType)
      return { kind: 'struct', name: text(entry, AT.name), size, members: this.members(entry) };
    return { kind: 'unknown', name: text(entry, AT.name), size };
  }

  private pointer(entry: Entry, size: number): SourceType {
    const element = entry.attributes.has(AT.type) ? this.of(entry) : undefined;
    const name = element === undefined ? 'void' : this.types[element]!.name;
    return { kind: 'pointer', name: `${name}*`, size: size || POINTER_SIZE, element };
  }

  private array(entry: Entry): SourceType {
    const element = this.of(entry);
    const inner = this.types[element]!;
    const counts = entry.children
      .filter(({ tag }) => tag === TAG.subrangeType)
      .map((range) => numberIn(range, AT.count) ?? (numberIn(range, AT.upperBound) ?? -1) + 1);
    const count = counts.reduce((product, each) => product * each, 1);
    const vector = entry.attributes.has(AT.gnuVector);
    // Vectors of 3 take the place of 4.
    const size = inner.size * (vector && count === 3 ? 4 : count);
    return { kind: vector ? 'vector' : 'array', name: `${inner.name}[${counts.join('][')}]`, size, element, count };
  }

  private members(entry: Entry): TypeMember[] {
    return entry.children
      .filter(({ tag }) => tag === TAG.member)
      .map((member) => ({
        name: text(member, AT.name),
        type: this.of(member),
        offset: numberIn(member, AT.dataMemberLocation) ?? 0,
      }));
  }
}
