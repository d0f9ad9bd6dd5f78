// Whether a program needs libclc at all. clang takes longer to link libclc's eleven thousand functions than to compile
// a small program; one that uses only our own library is linked without it.

/** How many functions of each name a bitcode file has: its symbol table holds the mangled names as they are. */
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

/** Names of which libclc has functions that our own library does not have. */
export function namesOfLibclc(libclc: Uint8Array, own: Uint8Array): string[] {
  const ours = functionNames(own);
  return [...functionNames(libclc)].filter(([name, count]) => count > (ours.get(name) ?? 0)).map(([name]) => name);
}

/**
 * Whether texts look as if they called libclc: a guess, from the names in them. Names that are pasted together or come
 * from files are not seen: such texts always do.
 */
export function looksLikeLibclc(texts: readonly string[], names: ReadonlySet<string>): boolean {
  return texts.some(
    (text) => /##|#\s*include\b/.test(text) || (text.match(/[A-Za-z_]\w*/g) ?? []).some((word) => names.has(word)),
  );
}

/** Whether a linked module still calls functions that it does not have. */
export const lacksFunctions = (irText: string): boolean => /^declare .*@(?!llvm\.)/m.test(irText);
