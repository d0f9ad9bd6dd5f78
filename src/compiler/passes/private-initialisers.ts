// Constant parts of aggregate initialisers, which clang 14 to 18 place in global variables of private memory.

import { callLine, type IrCall, readCall } from '../ir/call.js';
import { type IrTextModule, mapOuterLines, outerLines, withLines } from '../ir/module.js';
import { type IrPass, onInstructions } from './pass.js';

const NAME = '@(?:"(?:[^"\\\\]|\\\\.)*"|[\\w.$-]+)';
const PRIVATE_GLOBAL = new RegExp(
  `^(${NAME}) = (?:private|internal) (?:unnamed_addr )?addrspace\\(5\\) (?:global|constant) `,
);
const COPY = /^@llvm\.memcpy\.p5(i8)?\.p5(?:i8)?\.(i\d+)$/;

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
 * A copy from one of the globals: from address space 4, under the intrinsic's name for that; undefined for other calls.
 */
function copyFromConstant(call: IrCall, moved: ReadonlySet<string>): { line: string; declaration: string } | undefined {
  const [, typed = '', size] = COPY.exec(call.callee) ?? [];
  const [target = '', source = '', ...others] = call.arguments;
  const name = new RegExp(NAME).exec(source)?.[0];
  if (size === undefined || name === undefined || !moved.has(name)) return undefined;
  const callee = `@llvm.memcpy.p5${typed}.p4${typed}.${size}`;
  const pointer = (space: number): string => (typed ? `i8 addrspace(${space})*` : `ptr addrspace(${space})`);
  return {
    line: callLine({ ...call, callee, arguments: [target, pointsToConstant(source), ...others] }),
    declaration: `declare void ${callee}(${pointer(5)}, ${pointer(4)}, ${size}, i1)`,
  };
}

const toConstantMemory = (line: string): string =>
  PRIVATE_GLOBAL.test(line)
    ? line.replace(
        /= (private|internal) (?:unnamed_addr )?addrspace\(5\) (?:global|constant) /,
        '= $1 unnamed_addr addrspace(4) constant ',
      )
    : line;

/**
 * Moves the constant parts of aggregate initialisers to constant memory: clang 14 to 18 place them in global variables
 * of private memory, which do not exist. They are only copied from.
 */
function moveInitialisers(module: IrTextModule): IrTextModule {
  const moved = new Set([...outerLines(module)].flatMap((line) => PRIVATE_GLOBAL.exec(line)?.[1] ?? []));
  if (moved.size === 0) return module;
  const declarations = new Set<string>();
  const copies = onInstructions(() => () => (instruction) => {
    const call = readCall(instruction);
    const copy = call && copyFromConstant(call, moved);
    if (copy) declarations.add(copy.declaration);
    return copy && [copy.line];
  });
  const result = mapOuterLines(copies(module), toConstantMemory);
  const lines = [...outerLines(result)];
  const missing = [...declarations].filter(
    (text) => !lines.some((line) => line.startsWith(text.slice(0, text.indexOf('(') + 1))),
  );
  return missing.length === 0 ? result : withLines(result, missing);
}

export const privateInitialisers: IrPass = {
  name: 'private-initialisers',
  affects: 'all',
  bug: 'global variables of private memory, which do not exist on the target',
  run: moveInitialisers,
};
