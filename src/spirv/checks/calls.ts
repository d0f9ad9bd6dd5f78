// Calls: to functions, and without recursion, which OpenCL's execution environment does not have.

import type { SpirvFunction } from '../functions.js';
import { type SpirvInstruction, type SpirvModule, spirvError } from '../module.js';

interface Call {
  readonly callee: number;
  readonly instruction: SpirvInstruction;
}

const callsOf = ({ blocks }: SpirvFunction): Call[] =>
  blocks.flatMap(({ body }) =>
    body
      .filter(({ name }) => name === 'FunctionCall')
      .map((instruction) => ({ callee: instruction.operands[0]?.value ?? 0, instruction })),
  );

/** @throws AtollError BAD_INPUT with the word of the call */
export function checkCalls(module: SpirvModule, functions: readonly SpirvFunction[]): void {
  const calls = new Map(functions.map((one): [number, Call[]] => [one.definition.result, callsOf(one)]));
  const done = new Set<number>();
  for (const root of calls.keys()) {
    const open = new Set<number>([root]);
    const stack = [{ id: root, next: 0 }];
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const call = done.has(top.id) ? undefined : calls.get(top.id)?.[top.next++];
      if (call === undefined) {
        done.add(top.id);
        open.delete(top.id);
        stack.pop();
        continue;
      }
      const { callee, instruction } = call;
      if (!calls.has(callee)) throw spirvError(module.name, instruction.offset, `%${callee} is no function`);
      if (open.has(callee)) throw spirvError(module.name, instruction.offset, `the call of %${callee} is recursive`);
      open.add(callee);
      stack.push({ id: callee, next: 0 });
    }
  }
}
