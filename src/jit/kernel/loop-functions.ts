// Loops as functions of their own. In a large kernel a loop is a small function: the compiler of the host optimises it
// for itself, soon after it has become hot, and with better use of registers. What the loop only reads are its
// parameters.

import type { Code } from '../wasm/code.js';
import type { Local } from '../wasm/function-builder.js';
import type { MachineLocals } from './machine.js';

/**
 * Parameters that a function may have. Source: WebAssembly JavaScript Interface, section 9.2, implementation limits.
 */
const MAX_PARAMETERS = 1000;

/**
 * @param state locals that it changes from a value that it must get
 * @param results locals that it sets
 * @param outside whether it is to be a function
 * @returns emits the loop, or a call of its function
 */
export function loopCaller(
  { builder: b, module }: MachineLocals,
  loop: Code,
  state: readonly Local[],
  results: readonly Local[],
  outside: boolean,
): () => void {
  const written = new Set<Local>();
  const named = new Set<Local>();
  loop.eachLocal((local, writes) => {
    named.add(local);
    if (writes) written.add(local);
  });
  const params = [...[...named].filter((local) => !written.has(local)), ...state];
  if (!outside || params.length > MAX_PARAMETERS) return () => b.out.append(loop);
  b.into(loop, () => {
    for (const local of results) b.get(local);
  });
  const typesOf = (locals: readonly Local[]) => locals.map((local) => b.typeOf(local));
  const { index, builder } = module.define({ params: typesOf(params), results: typesOf(results) });
  builder.adopt(loop, b, params);
  return () => {
    for (const local of params) b.get(local);
    b.call(index);
    for (const local of [...results].reverse()) b.set(local);
  };
}
