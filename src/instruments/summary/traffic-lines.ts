// Lines of the summary about launches that another OpenCL has executed.

import type { TransferTotals } from '../../driver/core/processor/transfer-totals.js';

const sum = (all: readonly TransferTotals[], field: Exclude<keyof TransferTotals, 'comparison'>): number =>
  all.reduce((total, each) => total + (each[field] ?? 0), 0);

function bytes(count: number): string {
  if (count < 2 ** 20) return `${(count / 2 ** 10).toFixed(1)} KiB`;
  return count < 2 ** 30 ? `${(count / 2 ** 20).toFixed(1)} MiB` : `${(count / 2 ** 30).toFixed(2)} GiB`;
}

/** Lines of a kernel. Memory is compared on this side; what is received the board has found. */
export function trafficLines(all: readonly TransferTotals[]): string[] {
  const compared = sum(all, 'comparedBytes');
  const rate = compared / Math.max(sum(all, 'compareNs'), 1);
  const device = sum(all, 'deviceNs');
  return [
    ...(device > 0 ? [`    on the device: ${(device / 1e6).toFixed(3)} ms`] : []),
    `    memory: ${bytes(compared)} compared at ${rate.toFixed(1)} GB/s, ` +
      `${bytes(sum(all, 'sentBytes'))} sent, ${bytes(sum(all, 'receivedBytes'))} received`,
  ];
}
