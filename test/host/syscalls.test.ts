// The table of system calls: its numbers against the kernel's own lists, data derived from it, and the filter.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import test from 'ava';
import { buildFilter } from '../../src/host/filter.js';
import { formatSyscall } from '../../src/host/syscall-trace.js';
import { numberOf, systemCall, systemCalls } from '../../src/host/syscalls.js';
import { renderSyscallsDoc } from '../../src/host/syscalls-doc.js';

/** __NR_* of the C library's headers for a compiler option. */
function kernelNumbers(option: string): Map<string, number> {
  const run = spawnSync('gcc', [option, '-E', '-dM', '-x', 'c', '-'], {
    input: '#include <asm/unistd.h>\n',
    encoding: 'utf8',
  });
  const numbers = new Map<string, number>();
  const bit = 0x40000000;
  for (const [, name, base, value] of run.stdout.matchAll(
    /^#define __NR_(\w+) \(?(__X32_SYSCALL_BIT \+ )?(\d+)\)?$/gm,
  )) {
    numbers.set(name!, Number(value) + (base ? bit : 0));
  }
  return numbers;
}

for (const [abi, option] of [
  ['x86-64', '-m64'],
  ['i386', '-m32'],
  ['x32', '-mx32'],
] as const) {
  test(`numbers for ${abi} are those of the kernel's headers`, (t) => {
    const numbers = kernelNumbers(option);
    t.true(numbers.size > 300);
    for (const call of systemCalls) {
      const number = numberOf(call, abi);
      if (number !== undefined) t.is<number | undefined, number>(numbers.get(call.name), number, call.name);
    }
  });
}

test('the filter is loaded by the kernel for every choice, and stays small', (t) => {
  const requests = [{ type: 0xa7 }, { from: 1, to: 24 }];
  const text =
    'import ctypes,sys,os\nb=sys.stdin.buffer.read()\nbuf=ctypes.create_string_buffer(b,len(b))\nclass P(ctypes.Structure):_fields_=[("n",ctypes.c_ushort),("p",ctypes.c_void_p)]\np=P(len(b)//8,ctypes.addressof(buf))\nl=ctypes.CDLL(None,use_errno=True)\nl.prctl(38,1,0,0,0)\nr=l.syscall(317,1,0,ctypes.byref(p))\nos._exit(-r)';
  for (const visible of [false, true]) {
    for (const backend of ['trace', 'notify'] as const) {
      for (const some of [[], requests]) {
        const filter = buildFilter({ visible, debuggable: false, backend, requests: some });
        t.true(filter.length / 8 < 200);
        t.is(spawnSync('python3', ['-c', text], { input: filter }).status, 0);
      }
    }
  }
});

test('docs/syscalls.md is fresh', (t) => {
  const file = readFileSync(new URL('../../../docs/syscalls.md', import.meta.url), 'utf8');
  t.is(file, renderSyscallsDoc(), 'run: npm run build');
});

test('calls are printed like strace does', (t) => {
  const event = { pid: 7, tid: 8, abi: 'x86-64', path: undefined, result: 0 } as const;
  const open = { ...event, call: systemCall('openat'), path: '/dev/"x"', result: -2 };
  const at = BigInt.asUintN(64, -100n);
  t.is(
    formatSyscall({ ...open, arguments: [at, 0x1000n, 0o2000102n, 0o600n, 0n, 0n] }),
    '[pid 7] openat(AT_FDCWD, "/dev/\\"x\\"", O_RDWR|O_CREAT|O_CLOEXEC, 0600) = -1 ENOENT (no such file or directory)',
  );
  t.is(
    formatSyscall({ ...open, abi: 'i386', path: undefined, arguments: [5n, 0x1000n, 0o2n, 0o600n, 0n, 0n], result: 4 }),
    '[pid 7] [i386] openat(5, 0x1000, O_RDWR) = 4',
  );
  t.is(
    formatSyscall({ ...event, call: systemCall('ioctl'), arguments: [3n, 0xc010a701n, 0n, 0n, 0n, 0n] }),
    '[pid 7] ioctl(3, _IOC(_IOC_READ|_IOC_WRITE, 0xa7, 0x1, 0x10), NULL) = 0',
  );
  t.is(
    formatSyscall({ ...event, call: systemCall('ioctl'), arguments: [3n, 14n, 0x20n, 0n, 0n, 0n], result: undefined }),
    '[pid 7] ioctl(3, 14, 0x20) = ? (left to the kernel)',
  );
  t.is(
    formatSyscall({ ...event, call: systemCall('access'), path: '/a', arguments: [1n, 6n, 0n, 0n, 0n, 0n] }),
    '[pid 7] access("/a", R_OK|W_OK) = 0',
  );
});
