// Negations of vectors in LLVM IR text, element by element, as the GPU computes them. clang 19 to 22 lose those of
// elements but the last one where the vector was put together as integers, `-as_float3(select(a, b, c))`: their
// instruction selection takes it for a double, of which only the upper word has a sign
// (AMDGPUTargetLowering::performFNegCombine). No flag turns that off; the instructions are the same.
import { VALUE_NAME as NAME } from '../ir/kernels.js';

const NEGATION = new RegExp(
  `^  (${NAME}) = (fneg (?:[a-z]+ )*?)<(\\d+) x (float|double)> (.*?)((?:, ![a-z.]+ !\\d+)*)$`,
);

/** The lines that negate each element of a vector; undefined for other lines. */
function elementwise(line: string, number: number): string[] | undefined {
  const [, name, negate, count, element, operand, attached] = NEGATION.exec(line) ?? [];
  if (name === undefined) return undefined;
  const type = `<${count} x ${element}>`;
  const own = `%atoll.negated.${number}`;
  const last = Number(count) - 1;
  return Array.from({ length: last + 1 }, (_, i) => [
    `  ${own}.e${i} = extractelement ${type} ${operand}, i32 ${i}`,
    `  ${own}.n${i} = ${negate}${element} ${own}.e${i}${attached}`,
    `  ${i === last ? name : `${own}.v${i}`} = insertelement ${type} ${i === 0 ? 'undef' : `${own}.v${i - 1}`}, ${element} ${own}.n${i}, i32 ${i}`,
  ]).flat();
}

/** Takes negations of vectors apart. */
export function negateElements(text: string): string {
  if (!/ = fneg [a-z ]*</.test(text)) return text;
  let count = 0;
  return text
    .split('\n')
    .flatMap((line) => {
      const lines = elementwise(line, count);
      if (lines) count++;
      return lines ?? [line];
    })
    .join('\n');
}
