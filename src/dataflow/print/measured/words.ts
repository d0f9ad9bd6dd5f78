// Measurements of graphs as words.

import type { EdgeMeasurement } from '../../measured/measurement.js';
import type { ReportedGraph, ReportedNode } from '../../measured/report.js';

const whole = (value: number): string => Math.round(value).toLocaleString('en');

/** `12.3 ms`. */
export function timeText(ns: number): string {
  if (ns >= 1e9) return `${(ns / 1e9).toFixed(2)} s`;
  if (ns >= 1e6) return `${(ns / 1e6).toFixed(2)} ms`;
  return `${(ns / 1e3).toFixed(2)} us`;
}

export const bytesText = (bytes: number): string => `${whole(bytes)} ${bytes === 1 ? 'byte' : 'bytes'}`;
export const cyclesText = (cycles: number): string => `${whole(cycles)} cycles`;

const ORIGINS = { hpvm: 'HPVM graph', 'command-buffer': 'command buffer' } as const;

export function measuredTitle({ origin, name, executions, isStreaming, place, process }: ReportedGraph): string {
  const unit = isStreaming ? 'item' : 'execution';
  const where = place === '' ? '' : ` at ${place}`;
  return `${ORIGINS[origin]} ${name}${where}: ${whole(executions)} ${executions === 1 ? unit : `${unit}s`}, process ${process}`;
}

export function nodeWords(node: ReportedNode): string {
  const { unit, executions, busyNs, cycles, bytesIn } = node;
  if (unit === '') return `${whole(executions)} executions`;
  const parts = [unit, `${whole(executions)} x`, timeText(busyNs)];
  if (cycles !== null) parts.push(cyclesText(cycles));
  if (bytesIn > 0) parts.push(`${bytesText(bytesIn)} from the program`);
  return parts.join(', ');
}

export function edgeWords({ kind, bytes, isStreaming }: EdgeMeasurement): string {
  if (kind === 'order') return 'order';
  return `${bytesText(bytes)}${kind === 'memory' ? ' of memory' : ''}${isStreaming ? ', streaming' : ''}`;
}
