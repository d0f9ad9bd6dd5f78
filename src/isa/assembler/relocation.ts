// Suffixes of symbols that compilers leave to a linker: `table@rel32@lo+4`. Code and constants are assembled into one
// piece, so that what is relative is known here; what needs a table of a linker is not.

/** The value of symbol plus addend. */
export type Relocation = 'rel32@lo' | 'rel32@hi' | 'rel64' | 'abs32@lo' | 'abs32@hi';
const RELOCATIONS: ReadonlySet<string> = new Set(['rel32@lo', 'rel32@hi', 'rel64', 'abs32@lo', 'abs32@hi']);

/** A name and its suffix, or why that cannot be had. */
export function splitRelocation(token: string): {
  readonly name: string;
  readonly relocation?: Relocation;
  readonly problem?: string;
} {
  const at = token.indexOf('@');
  if (at < 0) return { name: token };
  const [name, suffix] = [token.slice(0, at), token.slice(at + 1)];
  if (isRelocation(suffix)) return { name, relocation: suffix };
  const reason = suffix.startsWith('got') ? 'needs the table of a linker (use atoll cc)' : 'is no known relocation';
  return { name, problem: `'@${suffix}' of ${name} ${reason}` };
}

const isRelocation = (suffix: string): suffix is Relocation => RELOCATIONS.has(suffix);

/** The value of the word at `place`. */
export function relocate(relocation: Relocation, value: bigint, place: bigint): bigint {
  const difference = relocation.startsWith('rel') ? value - place : value;
  if (relocation === 'rel64') return difference;
  return BigInt.asUintN(32, relocation.endsWith('@hi') ? difference >> 32n : difference);
}
