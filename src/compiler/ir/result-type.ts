// The result type of an instruction of LLVM IR text, from its text alone.

const TYPE = '(?:<\\d+ x [\\w.]+>|ptr(?: addrspace\\(\\d+\\))?|[\\w%.]+(?: addrspace\\(\\d+\\))?\\**)';
/** Flags between an operation and its type. */
const WORDS =
  '(?:(?:nuw|nsw|exact|disjoint|nneg|samesign|inbounds|nusw|fast|nnan|ninf|nsz|arcp|contract|afn|reassoc|volatile) )*';
const firstType = (operations: string): RegExp => new RegExp(`^(?:${operations}) ${WORDS}(${TYPE})[ ,]`);

const SAME = firstType(
  'phi|add|sub|mul|[us]div|[us]rem|shl|[al]shr|and|or|xor|f(?:add|sub|mul|div|rem|neg)|freeze|load|insertelement',
);
const COMPARED = new RegExp(`^[if]cmp ${WORDS}\\w+ (${TYPE})[ ,]`);
const CAST = new RegExp(`^(?:trunc|[zs]ext|fp\\w+|[us]itofp|bitcast|inttoptr|ptrtoint|addrspacecast) .* to (${TYPE})`);
const SELECTED = new RegExp(`^select ${WORDS}[^,]+, (${TYPE}) `);
const CALLED = new RegExp(`^(?:tail |musttail |notail )?call .*?(${TYPE}) @`);
const ADDRESS = new RegExp(`^getelementptr ${WORDS}[^,]+, (${TYPE}) [^,]+(, [^,]+)?((?:, [^,]+)*)$`);
const ELEMENT = /^extractelement <\d+ x (\w+)> /;
const SHUFFLED = /^shufflevector <\d+ x (\w+)> .*<(\d+) x i32> /;

/** Result of a comparison: one bit for each element. */
const bits = (type: string): string =>
  type.replace(/^<(\d+) x .*|.*/, (_, count?: string) => (count ? `<${count} x i1>` : 'i1'));

/** @returns undefined if the text does not contain it, as for a structure's member */
export function resultType(text: string): string | undefined {
  const plain = (SAME.exec(text) ??
    CAST.exec(text) ??
    SELECTED.exec(text) ??
    ELEMENT.exec(text) ??
    CALLED.exec(text))?.[1];
  if (plain !== undefined) return plain;
  const compared = COMPARED.exec(text)?.[1];
  if (compared !== undefined) return bits(compared);
  const [, element, count] = SHUFFLED.exec(text) ?? [];
  if (element !== undefined) return `<${count} x ${element}>`;
  const [, pointer, , more] = ADDRESS.exec(text) ?? [];
  // Typed pointers: members of the pointed-to type have another type.
  return pointer?.endsWith('*') && more ? undefined : pointer;
}
