// Constant parts of aggregate initialisers, which clang 14 to 18 place in global variables of private memory.

import { callLine, type IrCall } from '../ir/call.js';
import { readHead } from '../ir/function-head.js';
import { addressSpaceOf, globalLine, type IrGlobal, isDefinedVariable, readGlobal } from '../ir/global.js';
import { type IrTextModule, mapOuterLines, outerLines, withLines } from '../ir/module.js';
import { withPointerSpace } from '../ir/pointer-space.js';
import { symbolsIn } from '../ir/symbols.js';
import { type IrPass, onInstructions } from './pass.js';

const LOCAL: readonly string[] = ['private', 'internal'];

/** The type in a name with typed pointers, and the size: `@llvm.memcpy.p5i8.p5i8.i64`; undefined for others. */
function copyTypes(callee: string): { readonly pointee: string; readonly size: string } | undefined {
  const [, operation, target = '', source, size] = callee.split('.');
  const isCopy = operation === 'memcpy' && target === source && (target === 'p5' || target === 'p5i8');
  return isCopy && size !== undefined ? { pointee: target.slice('p5'.length), size } : undefined;
}

/**
 * A copy from one of the globals: from address space 4, under the intrinsic's name for that; undefined for other calls.
 */
function copyFromConstant(call: IrCall, moved: ReadonlySet<string>): { line: string; declaration: string } | undefined {
  const types = copyTypes(call.callee);
  const [target = '', source = '', ...others] = call.arguments;
  const [name] = symbolsIn(source);
  if (!types || name === undefined || !moved.has(name)) return undefined;
  const { pointee, size } = types;
  const callee = `@llvm.memcpy.p5${pointee}.p4${pointee}.${size}`;
  const pointer = (space: number): string => (pointee ? `i8 addrspace(${space})*` : `ptr addrspace(${space})`);
  return {
    line: callLine({ ...call, callee, arguments: [target, withPointerSpace(source, 5, 4), ...others] }),
    declaration: `declare void ${callee}(${pointer(5)}, ${pointer(4)}, ${size}, i1)`,
  };
}

/** True if a line is one of these globals. */
function isPrivateGlobal(global: IrGlobal | undefined): global is IrGlobal {
  const [linkage = ''] = global?.words ?? [];
  return global !== undefined && LOCAL.includes(linkage) && isDefinedVariable(global) && addressSpaceOf(global) === 5;
}

function toConstantMemory(line: string): string {
  const global = readGlobal(line);
  if (!isPrivateGlobal(global)) return line;
  const [linkage = ''] = global.words;
  return globalLine({ ...global, words: [linkage, 'unnamed_addr', 'addrspace(4)'], kind: 'constant' });
}

/**
 * Moves the constant parts of aggregate initialisers to constant memory: clang 14 to 18 place them in global variables
 * of private memory, which do not exist. They are only copied from.
 */
function moveInitialisers(module: IrTextModule): IrTextModule {
  const moved = new Set(
    [...outerLines(module)].map(readGlobal).flatMap((global) => (isPrivateGlobal(global) ? [global.name] : [])),
  );
  if (moved.size === 0) return module;
  const declarations = new Set<string>();
  const copies = onInstructions(() => () => ({ call }) => {
    const copy = call && copyFromConstant(call, moved);
    if (copy) declarations.add(copy.declaration);
    return copy && [copy.line];
  });
  const result = mapOuterLines(copies(module), toConstantMemory);
  const declared = new Set([...outerLines(result)].map((line) => readHead(line)?.name));
  const missing = [...declarations].filter((text) => !declared.has(readHead(text)?.name));
  return missing.length === 0 ? result : withLines(result, missing);
}

export const privateInitialisers: IrPass = {
  name: 'private-initialisers',
  affects: 'all',
  bug: 'global variables of private memory, which do not exist on the target',
  run: moveInitialisers,
};
