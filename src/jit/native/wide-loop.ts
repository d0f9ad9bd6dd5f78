// Loops over chunks, several chunks at a time.

import { CHUNK_BYTES, LANES_OF_CHUNK, type LinearChunks, type MaskedChunks } from '../wasm/compound.js';
import type { ChunkLoop } from './chunk-loops.js';
import type { FunctionWriter } from './function-writer.js';
import { WideBody } from './wide-body.js';
import { sameOf, vectorOf, WideValues } from './wide-values.js';

/**
 * Writes a loop. In front of one for any lanes this stands for as many chunks as have all lanes active from the first
 * one on; the loop itself, which follows, does the others.
 *
 * @param over label behind the loop
 */
export function writeWideLoop(writer: FunctionWriter, loop: ChunkLoop, count: number, over: string): void {
  const { source } = loop;
  if (source.kind === 'masked') writeMasked(writer, loop, source, count, over);
  else writeLinear(writer, loop, source, count, over);
}

function writeMasked(writer: FunctionWriter, loop: ChunkLoop, chunks: MaskedChunks, count: number, over: string): void {
  const { ir } = writer;
  const [pointer, exec] = [ir.place('i32'), ir.place('i64')];
  const lanes = `i${count * LANES_OF_CHUNK}`;
  const [start, body, done, narrow] = [ir.label(), ir.label(), ir.label(), ir.label()];
  /** The loop continues at the first of these chunks. */
  const restore = (): void => {
    ir.effect(`store i32 ${ir.value(`load i32, ptr ${pointer}`)}, ptr %l${chunks.pointer}`);
    ir.effect(`store i64 ${ir.value(`load i64, ptr ${exec}`)}, ptr %l${chunks.exec}`);
  };
  ir.effect(`store i32 ${ir.value(`load i32, ptr %l${chunks.pointer}`)}, ptr ${pointer}`);
  ir.effect(`store i64 ${ir.value(`load i64, ptr %l${chunks.exec}`)}, ptr ${exec}`);
  ir.effect(`br label %${start}`);
  ir.begin(start);
  const left = ir.value(`load i64, ptr ${exec}`);
  const active = ir.value(`icmp eq ${lanes} ${ir.value(`trunc i64 ${left} to ${lanes}`)}, -1`);
  ir.effect(`br i1 ${active}, label %${body}, label %${done}`);
  ir.begin(body);
  writer.leavingThrough(restore, () => new WideBody(writer, loop, new WideValues(writer, count), pointer).write());
  const next = ir.value(`add i32 ${ir.value(`load i32, ptr ${pointer}`)}, ${count * CHUNK_BYTES}`);
  ir.effect(`store i32 ${next}, ptr ${pointer}`);
  const rest = ir.value(`lshr i64 ${ir.value(`load i64, ptr ${exec}`)}, ${count * LANES_OF_CHUNK}`);
  ir.effect(`store i64 ${rest}, ptr ${exec}`);
  ir.effect(`br label %${start}`);
  ir.begin(done);
  restore();
  ir.effect(`br i1 ${ir.value(`icmp eq i64 ${left}, 0`)}, label %${over}, label %${narrow}`);
  ir.begin(narrow);
}

/** All chunks: nothing is left for the loop itself. */
function writeLinear(writer: FunctionWriter, loop: ChunkLoop, chunks: LinearChunks, most: number, over: string): void {
  const { ir } = writer;
  const count = Math.min(most, chunks.chunks);
  const values = new WideValues(writer, count);
  const { vectors } = values;
  const pointer = ir.place('i32');
  const start = ir.label();
  const first = ir.value(`load i32, ptr %l${chunks.pointer}`);
  ir.effect(`store i32 ${first}, ptr ${pointer}`);
  const load = (local: number): string => ir.value(`load <4 x i32>, ptr %l${local}`);
  const growths = chunks.growing.map(({ vector, growth }) => {
    const [begin, step] = [load(vector), load(growth)];
    const parts = [begin];
    while (parts.length < count) parts.push(ir.value(`add <4 x i32> ${parts.at(-1)}, ${step}`));
    values.set(vector, vectorOf(vectors.join(parts)));
    const all = values.vector(sameOf({ type: 'v128', name: step }));
    return { vector, growth: ir.value(`mul ${vectors.type} ${all}, ${vectors.constant('i32', count)}`) };
  });
  ir.effect(`br label %${start}`);
  ir.begin(start);
  new WideBody(writer, loop, values, pointer).write();
  for (const { vector, growth } of growths) {
    values.set(vector, vectorOf(ir.value(`add ${vectors.type} ${values.vector(values.get(vector))}, ${growth}`)));
  }
  const next = ir.value(`add i32 ${ir.value(`load i32, ptr ${pointer}`)}, ${count * CHUNK_BYTES}`);
  ir.effect(`store i32 ${next}, ptr ${pointer}`);
  const done = ir.value(`icmp eq i32 ${next}, ${ir.value(`add i32 ${first}, ${chunks.chunks * CHUNK_BYTES}`)}`);
  ir.effect(`br i1 ${done}, label %${over}, label %${start}`);
}
