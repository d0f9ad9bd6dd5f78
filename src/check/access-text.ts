// Accesses in the words of findings.

import type { MemoryAccess } from '../emulator/probes.js';

export const accessText = (kind: MemoryAccess['kind']): string =>
  kind === 'load' ? 'read' : kind === 'store' ? 'write' : 'atomic';
