// Copies that are made at once, one after the other: a cycle needs one more register.

import type { PrintedCode, VirtualRegister } from './code.js';
import { constantText, type PartType, plainTypeName } from './parts.js';

export interface RegisterCopy {
  readonly target: VirtualRegister;
  readonly type: PartType;
  readonly source: VirtualRegister | bigint;
}

const sourceId = ({ source }: RegisterCopy): number => (typeof source === 'bigint' ? -1 : source.id);

function emitCopy(code: PrintedCode, { target, type, source }: RegisterCopy): void {
  const name = plainTypeName(type);
  code.effect(`mov_${name}`, [target, typeof source === 'bigint' ? constantText(source, name) : source], [target]);
}

/** Every source is read before any target is written, as far as the results show. */
export function emitParallelCopies(code: PrintedCode, copies: readonly RegisterCopy[]): void {
  let open = copies.filter((copy) => sourceId(copy) !== copy.target.id);
  while (open.length > 0) {
    const sources = new Set(open.map(sourceId));
    const free = open.find(({ target }) => !sources.has(target.id));
    if (free) {
      emitCopy(code, free);
      open = open.filter((copy) => copy !== free);
      continue;
    }
    // All targets are read yet: one keeps its old value elsewhere.
    const { target, type } = open[0]!;
    const kept = code.register(target.kind);
    emitCopy(code, { target: kept, type, source: target });
    open = open.map((copy) => (sourceId(copy) === target.id ? { ...copy, source: kept } : copy));
  }
}
