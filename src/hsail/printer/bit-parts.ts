// The same bits as parts of other types: casts between vectors and numbers.

import type { KernelScope } from './kernel-scope.js';
import { constantPart, I32, intType, type PartType, type ValuePart } from './parts.js';

const WORD = 32;
const bitsOf = (types: readonly PartType[]): number => types.reduce((sum, { bits }) => sum + bits, 0);

/** A part as an integer of its bits, with zeros above. */
function asInteger(scope: KernelScope, part: ValuePart): ValuePart {
  const { type } = part;
  const whole: ValuePart = { ...part, type: intType(type.bits) };
  return type.kind === 'float' && type.bits === 16 ? scope.narrowed(whole) : whole;
}

/** A part of less than 64 bits in a word. */
function inWord(scope: KernelScope, part: ValuePart): ValuePart {
  const { type, value } = part;
  if (typeof value === 'bigint') return constantPart(I32, value);
  if (type.bits !== 1) return { ...asInteger(scope, part), type: I32 };
  return scope.operate('cmov_b32', I32, [part, '1', '0'], 'b1');
}

/** Words of 32 bits, the lowest first. */
function toWords(scope: KernelScope, parts: readonly ValuePart[]): ValuePart[] {
  const words: ValuePart[] = [];
  let filled = 0;
  for (const part of parts) {
    const { bits } = part.type;
    const place = filled % WORD;
    if (bits === 2 * WORD && place === 0) words.push(...halves(scope, part));
    else if (place + bits > WORD) return scope.refuse(`a cast whose parts of ${bits} bits lie across words`);
    else if (place === 0) words.push(inWord(scope, part));
    else {
      const moved = scope.operate('shl_u32', I32, [inWord(scope, part), `${place}`], 'u32');
      words.push(scope.operate('or_b32', I32, [words.pop()!, moved], 'b32'));
    }
    filled += bits;
  }
  return words;
}

function halves(scope: KernelScope, part: ValuePart): ValuePart[] {
  const { value } = part;
  if (typeof value === 'bigint') return [constantPart(I32, value), constantPart(I32, value >> 32n)];
  const results = scope.code.pure('expand_v2_b32_b64', ['s', 's'], [scope.register(part)]);
  return results.map((register) => ({ type: I32, value: register }));
}

/** A part of some bits of a word. */
function fromWord(scope: KernelScope, word: ValuePart, place: number, type: PartType): ValuePart {
  if (type.bits === WORD) return { type, value: word.value };
  const sources = [word, `${place}`, `${type.bits}`];
  const field = scope.operate('bitextract_u32', I32, sources, 'u32');
  if (type.bits === 1) return scope.operate('cmp_ne_b1_u32', type, [field, '0'], 'u32');
  return { type, value: field.value };
}

function fromWords(scope: KernelScope, words: readonly ValuePart[], types: readonly PartType[]): ValuePart[] {
  let place = 0;
  return types.map((type) => {
    const at = place;
    place += type.bits;
    const word = words[Math.floor(at / WORD)]!;
    if (type.bits === 2 * WORD && at % WORD === 0) return joined(scope, word, words[at / WORD + 1]!, type);
    if ((at % WORD) + type.bits > WORD) return scope.refuse(`a cast whose parts of ${type.bits} bits lie across words`);
    return fromWord(scope, word, at % WORD, type);
  });
}

/** A value of 64 bits of two words. */
export function joined(scope: KernelScope, low: ValuePart, high: ValuePart, type: PartType): ValuePart {
  const list = [low, high].map((word) => scope.operand(word, 'b32') as never);
  return { type, value: scope.code.value('combine_v2_b64_b32', 'd', [{ list }]) };
}

/** The bits of parts as parts of other types. */
export function reinterpreted(
  scope: KernelScope,
  parts: readonly ValuePart[],
  types: readonly PartType[],
): readonly ValuePart[] {
  const isSame = parts.length === types.length && parts.every(({ type }, n) => type.bits === types[n]!.bits);
  if (isSame) return parts.map((part, n) => ({ ...asInteger(scope, part), type: types[n]! }));
  const sourceTypes = parts.map(({ type }) => type);
  if (bitsOf(sourceTypes) !== bitsOf(types)) return scope.refuse('a cast between values of different sizes');
  return fromWords(scope, toWords(scope, parts), types);
}
