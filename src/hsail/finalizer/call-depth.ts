// Functions that call themselves, directly or by others: they end the launch where the private memory of a work-item
// has no room for another call. Without a limit such code would overwrite nothing and never end.

import { TRAP_NUMBERS } from '../../abi/trap-numbers.js';
import { type BrigEntry, type BrigModule, listAt, operandsOf, stringAt } from '../brig/module.js';
import { OPCODES } from '../brig/opcodes.js';
import type { FunctionEmitter } from './function-emitter.js';

/** Of private memory, for registers that the innermost call saves. */
const RESERVE_BYTES = 1024;
/** private_segment_size of the dispatch packet. */
const PRIVATE_SIZE = 24;
const CONSTANT = 'ptr addrspace(4)';

/** Names of what a body calls by name. */
export function calledNames(module: BrigModule, body: readonly BrigEntry[]): string[] {
  return body.flatMap((entry) => {
    const row = entry.kind.startsWith('inst_') ? OPCODES[entry.values['opcode']!] : undefined;
    if (row?.name !== 'call' && row?.name !== 'scall') return [];
    const operands = operandsOf(module, entry);
    const targets =
      row.name === 'call' ? [operands[1]!.values['ref']!] : listAt(module, operands[3]!.values['elements']!);
    return targets.map((target) => stringAt(module, module.code.get(target)!.values['name']!));
  });
}

/** Names of the functions that call themselves, by those that each one calls. */
export function recursiveNames(calls: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const reaches = (from: string, to: string): boolean => {
    const seen = new Set<string>();
    const waiting = [...(calls.get(from) ?? [])];
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      if (name === to) return true;
      if (seen.has(name)) continue;
      seen.add(name);
      waiting.push(...(calls.get(name) ?? []));
    }
    return false;
  };
  return new Set([...calls.keys()].filter((name) => reaches(name, name)));
}

/** Ends the launch where the frame of the function is too near to the end of private memory. */
export function limitDepth(out: FunctionEmitter): void {
  const frame = out.reserve('depth', 'i32', 4);
  out.effect(`store volatile i32 0, ptr addrspace(5) ${frame}, align 4`);
  const place = out.value(`ptrtoint ptr addrspace(5) ${frame} to i32`);
  const packet = out.call(CONSTANT, 'llvm.amdgcn.dispatch.ptr');
  const field = out.value(`getelementptr i8, ${CONSTANT} ${packet}, i64 ${PRIVATE_SIZE}`);
  const size = out.value(`load i32, ${CONSTANT} ${field}, align 4`);
  const isBeyond = out.value(`icmp ugt i32 ${out.value(`add i32 ${place}, ${RESERVE_BYTES}`)}, ${size}`);
  const [full, free] = [out.fresh('full'), out.fresh('free')];
  out.jump(`br i1 ${isBeyond}, label %${full}, label %${free}`);
  out.label(full);
  out.effect(`call void asm sideeffect "s_trap ${TRAP_NUMBERS.callDepth}", ""()`);
  out.jump('unreachable');
  out.label(free);
}
