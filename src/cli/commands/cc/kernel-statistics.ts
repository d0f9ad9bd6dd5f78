// Hardware resources of a compiled kernel, and its occupancy.

import Table from 'cli-table3';
import { type DeviceModel, FAMILY } from '../../../driver/device-models.js';
import { disassemble } from '../../../isa/disassemble.js';
import { isaNamed } from '../../../isa/isas.js';
import type { KernelImage } from '../../../launch/image.js';
import { type KernelResources, occupancyOf } from '../../../statistics/occupancy.js';

export interface KernelStatistics {
  readonly kernel: string;
  readonly vgprs: number;
  readonly sgprs: number;
  /** Bytes. */
  readonly lds: number;
  /** Bytes of private memory of a work-item. */
  readonly scratch: number;
  /** Bytes of instructions, and of the constant tables behind them. */
  readonly codeBytes: number;
  readonly dataBytes: number;
  /** Wavefronts resident on a SIMD, of 10, in work-groups of the kernel's largest size. */
  readonly occupancy: number;
  /** The resource that limits the occupancy. */
  readonly limit: string;
  /** Instructions in the code by format. */
  readonly mix: Readonly<Record<string, number>>;
}

/** Wavefronts of the kernel's largest work-groups. */
function resourcesOf({ groups: rules, lds, registers, scratch, isa }: KernelImage, chip: DeviceModel): KernelResources {
  const most = Math.min(rules.limit ?? FAMILY.maxWorkGroupSize, chip.maxWorkGroupSize);
  const [x, y, z] = rules.required ?? [most, 1, 1];
  const { vgprs, sgprs } = registers;
  return { vgprs, sgprs, ldsBytes: lds, scratchBytes: scratch, workItems: x * y * z, isa };
}

/** @param chip the chip of the numbers; its limits are those of its family */
export function kernelStatistics(
  kernel: KernelImage,
  chip: DeviceModel,
): KernelStatistics & { readonly device: string } {
  const mix: Record<string, number> = {};
  const words = new Uint32Array(Uint8Array.from(kernel.code.subarray(0, kernel.textSize)).buffer);
  for (const { instruction } of disassemble(isaNamed(kernel.isa), words)) {
    if (instruction) mix[instruction.def.format] = (mix[instruction.def.format] ?? 0) + 1;
  }
  return {
    device: chip.id,
    kernel: kernel.name,
    vgprs: kernel.registers.vgprs,
    sgprs: kernel.registers.sgprs,
    lds: kernel.lds,
    scratch: kernel.scratch,
    codeBytes: kernel.textSize,
    dataBytes: kernel.code.length - kernel.textSize,
    ...occupancyOf(resourcesOf(kernel, chip)),
    mix,
  };
}

export function statisticsText(rows: readonly KernelStatistics[]): string {
  const head = [
    'kernel',
    'VGPRs',
    'SGPRs',
    'LDS',
    'scratch',
    'code',
    'tables',
    'wavefronts/SIMD',
    'limited by',
    'instructions',
  ];
  const table = new Table({ head, style: { head: [], border: [] } });
  for (const { kernel, vgprs, sgprs, lds, scratch, codeBytes, dataBytes, occupancy, limit, mix } of rows) {
    const counts = Object.entries(mix).map(([format, count]) => `${format} ${count}`);
    table.push([kernel, vgprs, sgprs, lds, scratch, codeBytes, dataBytes, occupancy, limit, counts.join('\n')]);
  }
  return `${table.toString()}\n`;
}
