// docs/syscalls.md out of the table of system calls.
import type { Abi } from './device.js';
import { numberOf, type SystemCall, systemCalls, x32Bit } from './syscalls.js';

const scopes: Record<SystemCall['scope'], string> = {
  always: 'always',
  visible: 'visible devices',
  notify: 'notify back end',
  trace: 'trace back end',
  files: 'devices that answer every call',
  rung: 'devices that are rung',
  watched: 'watched devices',
  never: '-',
};

function numberText(call: SystemCall, abi: Abi): string {
  const number = numberOf(call, abi);
  if (number === undefined) return '-';
  return abi === 'x32' ? `x32 bit + ${number - x32Bit}` : String(number);
}

function row(call: SystemCall): string {
  const numbers = (['x86-64', 'i386', 'x32'] as const).map((abi) => numberText(call, abi));
  const cells = [`\`${call.name}\``, ...numbers, call.role, scopes[call.scope], call.support, call.note];
  return `| ${cells.join(' | ')} |`;
}

/** The whole file. */
export function renderSyscallsDoc(): string {
  return `# System calls

Generated from \`src/host/syscalls.ts\`; do not edit. A guest runs natively: the kernel executes every call that is not
in this table, and those in it that do not concern a virtual device. "Stopped" says when the seccomp filter hands a call
to Atoll; the ioctl requests, and the flags of opens and filters, are looked at in the filter, so most calls of that number do not
stop either. The ABI is decided for each call, so 32-bit calls of a 64-bit process are right too.

| call | x86-64 | i386 | x32 | what Atoll does | stopped | support | note |
|---|---|---|---|---|---|---|---|
${systemCalls.map(row).join('\n')}

Roles: \`ioctl\`, \`open\`, \`path\` and \`descriptor\`, \`poll\`, \`select\` and \`futex\` calls are answered when they concern a virtual device; \`report\` is
only noticed; \`ptrace\` and \`wait\` calls are answered for a process that inspects threads with its own memory, and otherwise noticed; \`clone\`
makes traced children only; \`realTime\` is refused to programs of some devices; \`signalAction\` is noticed; after a \`faultHandler\` call memory of programs is read with a time limit; \`issued\` is what Atoll makes a guest do in place of its own call; \`untouched\` is listed for its limits.
`;
}
