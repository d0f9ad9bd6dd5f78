// Lowered kernels as text: each instruction of HSAIL as a comment, and the code that stands for it.

import { disassemble, listingText } from '../../isa/disassemble.js';
import { hsail } from '../../isa/hsail/index.js';
import type { LoweredKernel } from './lowered-kernel.js';

function registersText({ activation: { registers } }: LoweredKernel): string {
  const texts = registers.map(([name, vector]) => `${name} v${vector}`);
  return texts.length === 0 ? 'no registers' : texts.join(', ');
}

/** The code of a kernel. */
export function kernelListing(kernel: LoweredKernel): string {
  const texts = new Map<number, string[]>();
  for (const { offset, text } of kernel.lines) {
    const line = text.replace('\t', ' ');
    texts.set(offset, [...(texts.get(offset) ?? []), line]);
  }
  const { name, groupBytes, privateBytes, kernargBytes } = kernel;
  const sizes = `arguments ${kernargBytes}, group ${groupBytes}, private ${privateBytes} bytes`;
  const lines = disassemble(hsail, kernel.words);
  const code = listingText(lines, { annotate: (offset) => texts.get(offset)?.join('\n; ') });
  return `; kernel ${name}: ${sizes}\n; ${registersText(kernel)}\n${code}`;
}
