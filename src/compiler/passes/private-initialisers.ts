// Constant parts of aggregate initialisers, which clang 14 to 18 place in global variables of private memory.

import { closingParenthesis, splitOperands } from '../ir/kernels.js';
import { type IrPass, onLines } from './pass.js';

const NAME = '@(?:"(?:[^"\\\\]|\\\\.)*"|[\\w.$-]+)';
const PRIVATE_GLOBAL = new RegExp(
  `^(${NAME}) = (?:private|internal) (?:unnamed_addr )?addrspace\\(5\\) (?:global|constant) `,
);
const COPY = /^(.*\bcall void )@llvm\.memcpy\.p5(i8)?\.p5(?:i8)?\.(i\d+)\((.*)$/;

const PRIVATE_POINTER = /"(?:[^"\\]|\\.)*"|[[\]{}<>]|addrspace\(5\)(?=\*?(?: (?!addrspace\()[@%a-z(]|\)|$))/g;

/** An operand with its own pointer in address space 4: pointers in the pointed-to type are unchanged. */
export function pointsToConstant(operand: string): string {
  let depth = 0;
  return operand.replace(PRIVATE_POINTER, (token) => {
    if ('[{<'.includes(token)) depth++;
    else if (']}>'.includes(token)) depth--;
    else if (depth === 0 && token === 'addrspace(5)') return 'addrspace(4)';
    return token;
  });
}

/**
 * A copy from one of the globals: from address space 4, under the intrinsic's name for that; undefined for other lines.
 */
function copyFromConstant(line: string, moved: ReadonlySet<string>): { line: string; declaration: string } | undefined {
  const match = COPY.exec(line);
  if (!match) return undefined;
  const [, head, typed, size, rest] = match;
  const close = closingParenthesis(`(${rest}`, 0) - 1;
  const operands = splitOperands(rest!.slice(0, close));
  const name = new RegExp(NAME).exec(operands[1] ?? '')?.[0];
  if (name === undefined || !moved.has(name)) return undefined;
  operands[1] = pointsToConstant(operands[1]!);
  const callee = `@llvm.memcpy.p5${typed ?? ''}.p4${typed ?? ''}.${size}`;
  const pointer = (space: number): string => (typed ? `i8 addrspace(${space})*` : `ptr addrspace(${space})`);
  return {
    line: `${head}${callee}(${operands.join(', ')}${rest!.slice(close)}`,
    declaration: `declare void ${callee}(${pointer(5)}, ${pointer(4)}, ${size}, i1)`,
  };
}

/**
 * Moves the constant parts of aggregate initialisers to constant memory: clang 14 to 18 place them in global variables
 * of private memory, which do not exist. They are only copied from.
 */
function moveInitialisers(lines: readonly string[]): string[] {
  const moved = new Set(lines.flatMap((line) => PRIVATE_GLOBAL.exec(line)?.[1] ?? []));
  if (moved.size === 0) return [...lines];
  const declarations = new Set<string>();
  const result = lines.map((line) => {
    if (PRIVATE_GLOBAL.test(line))
      return line.replace(
        /= (private|internal) (?:unnamed_addr )?addrspace\(5\) (?:global|constant) /,
        '= $1 unnamed_addr addrspace(4) constant ',
      );
    const copy = line.includes('@llvm.memcpy.') ? copyFromConstant(line, moved) : undefined;
    if (copy) declarations.add(copy.declaration);
    return copy?.line ?? line;
  });
  const names = [...declarations].filter(
    (text) => !result.some((line) => line.startsWith(text.slice(0, text.indexOf('(') + 1))),
  );
  return [...result, ...names];
}

export const privateInitialisers: IrPass = {
  name: 'private-initialisers',
  affects: 'all',
  bug: 'global variables of private memory, which do not exist on the target',
  run: onLines(moveInitialisers),
};
