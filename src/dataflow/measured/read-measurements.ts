// Reads measurements of graphs from the files that guests have written. Their contents are checked: guests are not
// trusted.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type GraphMeasurement, MEASUREMENT_SCHEMA } from './measurement.js';

const MAX_FILE_BYTES = 256 << 20;
const count = z.number().nonnegative();
const index = z.number().int();

const node = z.object({
  name: z.string(),
  place: z.string(),
  parent: index.min(-1),
  kind: z.enum(['internal', 'leaf', 'allocation', 'copy']),
  unit: z.string().regex(/^(?:cpu|vector|gpu\d*)?$/),
  units: z.array(z.string()),
  kernel: z.string(),
  executions: count,
  busyNs: count,
  cpuNs: count,
  bytesIn: count,
  bytesOut: count,
  spans: z.array(z.tuple([count, count, count])),
});

const edge = z.object({
  source: index.nonnegative(),
  destination: index.nonnegative(),
  kind: z.enum(['data', 'memory', 'order']),
  isStreaming: z.boolean(),
  transfers: count,
  bytes: count,
});

const graph = z
  .object({
    schema: z.literal(MEASUREMENT_SCHEMA),
    origin: z.enum(['hpvm', 'command-buffer']),
    name: z.string(),
    place: z.string(),
    process: index,
    isStreaming: z.boolean(),
    executions: count,
    nodes: z.array(node),
    edges: z.array(edge),
    accesses: z.array(z.tuple([index.min(-1), index.nonnegative(), count, z.enum(['r', 'w', 'rw'])])).optional(),
    isWhole: z.boolean().optional(),
    mergeable: z.array(z.string()).optional(),
  })
  .refine(({ nodes }) => nodes.every(({ parent }, n) => parent < n), 'a node precedes its parent')
  .refine(
    ({ nodes, edges }) => edges.every(({ source, destination }) => source < nodes.length && destination < nodes.length),
    'an edge ends at a node that does not exist',
  )
  .refine(({ nodes, accesses = [] }) => accesses.every(([at]) => at < nodes.length), 'an access of no node');

/** @throws Error that says what is wrong */
export function parseMeasurements(text: string): readonly GraphMeasurement[] {
  const result = z.array(graph).safeParse(JSON.parse(text));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new Error(`${issue?.path.join('.')}: ${issue?.message}`);
}

export interface MeasurementFolder {
  readonly graphs: readonly GraphMeasurement[];
  /** A sentence for each file that cannot be read. */
  readonly problems: readonly string[];
}

/** All measurements of a folder, in the order of the files' names. */
export function readMeasurements(folder: string): MeasurementFolder {
  const graphs: GraphMeasurement[] = [];
  const problems: string[] = [];
  for (const name of readdirSync(folder).sort()) {
    if (!name.endsWith('.json')) continue;
    const file = join(folder, name);
    try {
      const { size } = statSync(file);
      if (size > MAX_FILE_BYTES) throw new Error(`it has ${size} bytes, more than ${MAX_FILE_BYTES}`);
      graphs.push(...parseMeasurements(readFileSync(file, 'utf8')));
    } catch (error) {
      problems.push(`measurements of graphs in ${name} are not valid: ${(error as Error).message}`);
    }
  }
  return { graphs, problems };
}
