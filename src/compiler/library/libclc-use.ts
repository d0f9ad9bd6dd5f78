// Check whether a program needs libclc. clang takes longer to link libclc's eleven thousand functions than to compile a
// small program; a program that uses only Atoll's library is linked without it.

import { readHead } from '../ir/function-head.js';

/** Number of functions of each name in a bitcode file: its symbol table contains the mangled names. */
function functionNames(bitcode: Uint8Array): Map<string, number> {
  const text = Buffer.from(bitcode.buffer, bitcode.byteOffset, bitcode.length).toString('latin1');
  const names = new Map<string, number>();
  for (const match of text.matchAll(/_Z(\d{1,3})/g)) {
    const [start, length] = [match.index + match[0].length, Number(match[1])];
    const name = text.slice(start, start + length);
    if (name.length === length && /^[A-Za-z_]\w*$/.test(name)) names.set(name, (names.get(name) ?? 0) + 1);
  }
  return names;
}

/** Names with functions in libclc that Atoll's library does not define. */
export function namesOfLibclc(libclc: Uint8Array, own: Uint8Array): string[] {
  const ours = functionNames(own);
  return [...functionNames(libclc)].filter(([name, count]) => count > (ours.get(name) ?? 0)).map(([name]) => name);
}

/** True if texts may call libclc, by the names in them. Texts that paste names or include files always may. */
export function looksLikeLibclc(texts: readonly string[], names: ReadonlySet<string>): boolean {
  return texts.some(
    (text) => /##|#\s*include\b/.test(text) || (text.match(/[A-Za-z_]\w*/g) ?? []).some((word) => names.has(word)),
  );
}

/** True if IR text before the link has mangled names of libclc's functions. */
export const namesLibclc = (irText: string, names: ReadonlySet<string>): boolean =>
  [...functionNames(Buffer.from(irText, 'latin1')).keys()].some((name) => names.has(name));

/** True if a linked module calls undefined functions. */
export const lacksFunctions = (irText: string): boolean =>
  irText.split('\n').some((line) => line.startsWith('declare ') && readHead(line)?.name.startsWith('@llvm.') === false);
