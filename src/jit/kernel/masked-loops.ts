// The loops of a run over the chunks of a wavefront, up to the last one with an active lane.

import { Code } from '../wasm/code.js';
import type { MaskedChunks } from '../wasm/compound.js';
import type { Local } from '../wasm/function-builder.js';
import { loopCaller } from './loop-functions.js';
import type { MachineLocals } from './machine.js';

export interface MaskedLoops {
  readonly machine: MachineLocals;
  readonly chunks: Omit<MaskedChunks, 'whole'>;
  /** i64 locals in which bits are collected: what the loop gives. */
  readonly masks: readonly Local[];
  /** Emits what sets `pointer` and `exec` to the first chunk. */
  readonly start: () => void;
  /** Emits the code of a chunk. */
  readonly chunk: (body: Code) => void;
  readonly body: Code;
  /** The loop is to be a function of its own. */
  readonly apart: boolean;
}

/** Emits one loop or, where `body` has detours that may be left out at first, two. */
export function emitMaskedLoops(loops: MaskedLoops, quickFirst: boolean): void {
  const { machine, masks, apart } = loops;
  if (quickFirst) return emitBothLoops(loops);
  const loop = written(loops, () => {
    emitStart(loops);
    emitChunks(loops);
  });
  loopCaller(machine, loop, [], masks, apart)();
}

function written({ machine }: MaskedLoops, emit: () => void): Code {
  const code = new Code();
  machine.builder.into(code, emit);
  return code;
}

function emitStart({ machine, masks, start }: MaskedLoops): void {
  for (const bits of masks) machine.builder.i64(0n).set(bits);
  start();
}

function emitBothLoops(loops: MaskedLoops): void {
  const { machine, masks, chunks, apart } = loops;
  const { builder: b } = machine;
  const state = [...masks, chunks.exec, chunks.pointer];
  const quick = written(loops, () => {
    emitStart(loops);
    emitQuickChunks(loops);
  });
  loopCaller(machine, quick, [], state, apart)();
  b.get(chunks.exec).i64(0n).op('i64.ne').if();
  // In a function of its own it costs nothing where it is never needed.
  const loop = written(loops, () => emitChunks(loops));
  loopCaller(machine, loop, state, masks, true)();
  b.end();
}

/** From the chunk at `pointer` on. */
function emitChunks({ machine, chunks, chunk, body }: MaskedLoops): void {
  machine.builder.maskedLoop({ ...chunks, whole: false }, () => chunk(body));
}

/** The same until a chunk needs a detour or has inactive lanes: then `exec` is not 0 in the end. */
function emitQuickChunks({ machine, chunks, chunk, body }: MaskedLoops): void {
  const { builder: b } = machine;
  // Labels around the body: the condition, the loop, and what is left for the other version.
  const around = 2;
  const quick = body.withoutDetours((out, depth) => b.into(out, () => b.br(depth + around)));
  b.block();
  b.maskedLoop({ ...chunks, whole: true }, () => chunk(quick));
  b.end();
}
