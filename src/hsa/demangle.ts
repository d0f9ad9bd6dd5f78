// Names of kernels as C++ programs write them: `scale<float, 4>` for _Z5scaleIfLi4EEvPT_. Parameters are left out, as
// is usual for kernels. Source: Itanium C++ ABI, 5.1 "External Names". What is beyond names, types and numbers stays as
// it is: names come from memory of guests, and what a name repeats by substitution could be of any length.

const BUILTIN: Readonly<Record<string, string>> = {
  v: 'void',
  w: 'wchar_t',
  b: 'bool',
  c: 'char',
  a: 'signed char',
  h: 'unsigned char',
  s: 'short',
  t: 'unsigned short',
  i: 'int',
  j: 'unsigned int',
  l: 'long',
  m: 'unsigned long',
  x: 'long long',
  y: 'unsigned long long',
  n: '__int128',
  o: 'unsigned __int128',
  f: 'float',
  d: 'double',
  e: 'long double',
};
/** Suffixes of numbers that are arguments of templates; for other types `(type)number`. */
const SUFFIX: Readonly<Record<string, string>> = { i: '', j: 'u', l: 'l', m: 'ul', x: 'll', y: 'ull' };
const DECORATED: Readonly<Record<string, string>> = { P: '*', R: '&', O: '&&', K: ' const', V: ' volatile' };
const ANONYMOUS = '_GLOBAL__N_1';
const MAX_LETTERS = 4096;
const MAX_DEPTH = 32;

/** Something that is not put into words here. */
class UnsupportedName extends Error {}

class Reader {
  private at = 0;
  private depth = 0;

  constructor(private readonly text: string) {}

  private get next(): string {
    return this.text[this.at] ?? '';
  }

  private take(expected: string): boolean {
    if (!this.text.startsWith(expected, this.at)) return false;
    this.at += expected.length;
    return true;
  }

  private digits(): string {
    const start = this.at;
    while (this.next >= '0' && this.next <= '9') this.at++;
    return this.text.slice(start, this.at);
  }

  /** A length and as many letters. */
  private identifier(): string {
    this.take('L');
    const length = Number(this.digits());
    const name = this.text.slice(this.at, this.at + length);
    if (length === 0 || name.length < length || !/^[A-Za-z_]\w*$/.test(name)) throw new UnsupportedName();
    this.at += length;
    return name === ANONYMOUS ? '(anonymous namespace)' : name;
  }

  /** Several of something up to an E. */
  private until<T>(read: () => T): T[] {
    const all: T[] = [];
    while (!this.take('E')) {
      if (this.at >= this.text.length) throw new UnsupportedName();
      all.push(read());
    }
    return all;
  }

  name(): string {
    if (!this.take('N')) return `${this.take('St') ? 'std::' : ''}${this.part()}`;
    const std = this.take('St') ? ['std'] : [];
    return [...std, ...this.until(() => this.part())].join('::');
  }

  private part(): string {
    const name = this.identifier();
    if (!this.take('I')) return name;
    const text = this.until(() => this.argument())
      .flat()
      .join(', ');
    return `${name}<${text}>`;
  }

  private argument(): string[] {
    if (this.take('J')) return this.until(() => this.argument()).flat();
    return [this.take('L') ? this.literal() : this.type()];
  }

  private literal(): string {
    const letter = this.next;
    const type = this.type();
    const text = `${this.take('n') ? '-' : ''}${this.digits()}`;
    if (!/^-?\d+$/.test(text) || !this.take('E')) throw new UnsupportedName();
    if (letter === 'b' && (text === '0' || text === '1')) return text === '1' ? 'true' : 'false';
    return SUFFIX[letter] === undefined ? `(${type})${text}` : `${text}${SUFFIX[letter]}`;
  }

  private type(): string {
    if (++this.depth > MAX_DEPTH) throw new UnsupportedName();
    const letter = this.next;
    const [builtin, decorated] = [BUILTIN[letter], DECORATED[letter]];
    const isName = letter === 'N' || /\d/.test(letter) || this.text.startsWith('St', this.at);
    if (builtin === undefined && decorated === undefined && !isName) throw new UnsupportedName();
    if (!isName) this.at++;
    const text = isName ? this.name() : (builtin ?? `${this.type()}${decorated}`);
    this.depth--;
    return text;
  }
}

/** The name in C++; the same text when it is none of C++, or more than is put into words here. */
export function demangled(name: string): string {
  if (!name.startsWith('_Z') || name.length > MAX_LETTERS) return name;
  try {
    return new Reader(name.slice(2)).name();
  } catch (error) {
    if (error instanceof UnsupportedName) return name;
    throw error;
  }
}
