// Measurements of one dataflow graph in a run, as plain data. Runtimes of guests write them as JSON: HPVM's runtime
// and command buffers. Reports, timelines and the explorer read them.

import type { NodeKind } from '../graph.js';

export const MEASUREMENT_SCHEMA = 1;
/**
 * Environment variable of guests: the folder for measurements. Each process writes files with a JSON array of graphs,
 * `PID-NAME.json`. Unset: nothing is measured.
 */
export const MEASUREMENT_FOLDER_VARIABLE = 'ATOLL_GRAPHS';

/** Start and end of one execution, in nanoseconds of CLOCK_MONOTONIC, and the number of the item or execution. */
export type ExecutionSpan = readonly [startNs: number, endNs: number, item: number];

export interface NodeMeasurement {
  readonly name: string;
  /** `file:line:column`; empty if unknown. */
  readonly place: string;
  /** Index of the node that contains it; -1 for children of the root. */
  readonly parent: number;
  readonly kind: NodeKind | 'copy';
  /** Place of execution: `cpu`, `vector`, `gpu` (device 0), `gpu1`; empty for nodes that only contain others. */
  readonly unit: string;
  /** Units for which it has code, without numbers of devices. */
  readonly units: readonly string[];
  /** Of its launches on GPUs; empty on other units. */
  readonly kernel: string;
  readonly executions: number;
  /** Sum of the spans; on GPUs by profiling events, so that it is simulated time with `--timing`. */
  readonly busyNs: number;
  /** Of the threads that executed it on the CPU. */
  readonly cpuNs: number;
  /** Bytes of memory that it reads and that no other node of the graph wrote before, for all executions. */
  readonly bytesIn: number;
  /** Bytes of memory that it writes, for all executions. */
  readonly bytesOut: number;
  /** The first executions, in order; a limited number. */
  readonly spans: readonly ExecutionSpan[];
}

export interface EdgeMeasurement {
  /** Indices of nodes. */
  readonly source: number;
  readonly destination: number;
  /** Values of an edge, memory that the source wrote and the destination read, or a sync point. */
  readonly kind: 'data' | 'memory' | 'order';
  readonly isStreaming: boolean;
  /** Number of transfers, and their bytes in all. */
  readonly transfers: number;
  readonly bytes: number;
}

/** One use of an object of memory by a node, or by the program (-1): read, written, or both. */
export type ObjectAccess = readonly [node: number, object: number, bytes: number, how: 'r' | 'w' | 'rw'];

export interface GraphMeasurement {
  readonly schema: typeof MEASUREMENT_SCHEMA;
  readonly origin: 'hpvm' | 'command-buffer';
  /** Name of the root's function, or of the command buffer. */
  readonly name: string;
  readonly place: string;
  readonly process: number;
  readonly isStreaming: boolean;
  /** Launches, items of a stream, or enqueues of a command buffer. */
  readonly executions: number;
  /** Parents precede their children. */
  readonly nodes: readonly NodeMeasurement[];
  readonly edges: readonly EdgeMeasurement[];
  /** In an order in which accesses of one object follow each other; absent if not measured. */
  readonly accesses?: readonly ObjectAccess[] | undefined;
  /** False if there were more accesses. */
  readonly isWhole?: boolean | undefined;
  /** Pairs of nodes that the compiler could merge, by name: `a,b`. */
  readonly mergeable?: readonly string[] | undefined;
}
