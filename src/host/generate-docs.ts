// Writes docs/syscalls.md. Usage: node dist/src/host/generate-docs.js
import { writeFileSync } from 'node:fs';
import { renderSyscallsDoc } from './syscalls-doc.js';

writeFileSync(new URL('../../../docs/syscalls.md', import.meta.url), renderSyscallsDoc());
