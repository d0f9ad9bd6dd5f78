// Complements of 64 bits that become operands of `or`, in LLVM IR text: `~(ulong)i | x`. A half of them may be known to be all ones, which
// LLVM's instruction selection does not see. Its pass "SI Fold Operands" does, and makes x of `x | -1` (all versions that are tested): the
// half of the result is that of the other operand. No flag turns that off. The complement is made opaque, which costs no instruction.
import { VALUE_NAME as NAME } from './ir-module.js';
import { opaqueCopy } from './opaque-ir.js';

const NAMES = new RegExp(NAME, 'g');
const TYPE = '(?:i64|<\\d+ x i64>)';
const DEFINITION = new RegExp(`^  (${NAME}) = (.*)$`);
const UNION = new RegExp(`^or (?:[a-z]+ )*?${TYPE} `);
/** What hands on a half that is known: choices, parts, and operations with constants. */
const PASSING = /^(?:phi|select|freeze|bitcast|extractelement|insertelement|shufflevector|and|or|shl|lshr|ashr) /;
const COMPLEMENT = new RegExp(`^  (${NAME}) = (xor (${TYPE}) ${NAME}, (?:-?\\d|splat|<).*)$`);
const ONES = 0xffff_ffffn;

/** Whether one of a constant's numbers has a half of ones. */
const hasOnes = (constant: string): boolean =>
  [...constant.replace(/<\d+ x i64>|\bi64\b|!.*$/g, '').matchAll(/-?\d+/g)].some(([text]) => {
    const bits = BigInt.asUintN(64, BigInt(text));
    return bits >> 32n === ONES || (bits & ONES) === ONES;
  });

/** Names of a function that are operands of `or`, or become part of one. */
function unitedNames(lines: readonly string[]): ReadonlySet<string> {
  const operands = new Map<string, readonly string[]>();
  const waiting: string[] = [];
  for (const line of lines) {
    const [, name, definition] = DEFINITION.exec(line) ?? [];
    if (name === undefined) continue;
    const used = definition!.match(NAMES) ?? [];
    if (UNION.test(definition!)) waiting.push(...used);
    if (PASSING.test(definition!)) operands.set(name, used);
  }
  const united = new Set<string>();
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (united.has(name)) continue;
    united.add(name);
    waiting.push(...(operands.get(name) ?? []));
  }
  return united;
}

function hideComplements(lines: readonly string[]): string[] {
  if (!lines.some((line) => UNION.test(DEFINITION.exec(line)?.[2] ?? ''))) return [...lines];
  const united = unitedNames(lines);
  let count = 0;
  return lines.flatMap((line) => {
    const [, name, definition, type] = COMPLEMENT.exec(line) ?? [];
    const constant = definition?.slice(definition.indexOf(', ') + 2);
    if (name === undefined || !united.has(name) || !hasOnes(constant!)) return [line];
    const own = `%atoll.complement.${count++}`;
    return [`  ${own} = ${definition}`, ...opaqueCopy(name, type!, own, own)];
  });
}

/** Hides the complements that code generation would lose. */
export function keepComplements(text: string): string {
  if (!/ = xor (?:<\d+ x )?i64\b/.test(text)) return text;
  const result: string[] = [];
  let body: string[] | undefined;
  for (const line of text.split('\n')) {
    if (line.startsWith('define ')) body = [];
    if (!body) result.push(line);
    else body.push(line);
    if (line !== '}' || !body) continue;
    result.push(...hideComplements(body));
    body = undefined;
  }
  return result.join('\n');
}
