// Machine code from assembly text by LLVM's assembler: code for tests that nobody here encoded.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const VERSIONS = ['16', '19', '22', '14', '15'];

/** The path of llvm-mc, or undefined when it is not installed. */
export const llvmMc: string | undefined = VERSIONS.map((version) => `/usr/lib/llvm-${version}/bin/llvm-mc`).find(
  existsSync,
);

/** Assembles for tahiti and gives the words of the code. */
export function assembleWithLlvm(text: string): Uint32Array {
  if (!llvmMc) throw new Error('llvm-mc is not installed (Debian package llvm-16)');
  const folder = mkdtempSync(join(tmpdir(), 'atoll-mc-'));
  try {
    const source = join(folder, 'code.s');
    writeFileSync(source, text);
    const shown = execFileSync(llvmMc, ['-triple=amdgcn--', '-mcpu=tahiti', '-show-encoding', source], {
      encoding: 'utf8',
    });
    const bytes = [...shown.matchAll(/encoding: \[([^\]]*)\]/g)].flatMap(([, list]) => list!.split(',').map(Number));
    return new Uint32Array(Uint8Array.from(bytes).buffer);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
