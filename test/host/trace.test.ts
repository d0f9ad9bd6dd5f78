// `atoll run --trace-syscalls` names the requests of the real devices with their arguments, for both guest widths.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { describeFields, requestName } from '../../src/abi/describe.js';
import { IOCTLS, type IoctlName, requestOf } from '../../src/abi/schema.js';
import { backends, guestProgram } from './guests.js';

const atoll = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));

for (const backend of backends) {
  for (const kind of ['x86-64', 'i386'] as const) {
    test(`requests of the devices, decoded (${kind}, ${backend})`, (t) => {
      const command = [atoll, 'run', '--backend', backend, '--trace-syscalls', '--', guestProgram('requests', kind)];
      const { status, stderr, stdout } = spawnSync(process.execPath, command, { encoding: 'utf8' });
      t.is(status, 0, stderr);
      t.deepEqual(
        stdout.split('\n').filter((line) => line.startsWith('FAIL')),
        [],
      );
      const lines = stderr
        .split('\n')
        .filter((line) => line.includes('[pid'))
        .map((line) => line.replace(/^.*\[pid \d+\] /, ''));
      const abi = kind === 'i386' ? '[i386] ' : '';
      const patterns = [
        /^openat2\(AT_FDCWD, "\/dev\/atoll0", \{flags=O_RDWR\|O_CLOEXEC, mode=00, resolve=0\}, 24\) = 3$/,
        /^ioctl\(3, ATOLL_HELLO, \{version=4\} => \{version=4, device_count=1, release="[^"]+"\}\) = 0$/,
        /^ioctl\(3, ATOLL_MEMORY_ALLOC, \{size=5000, device=0, call=UNKNOWN\} => \{address=0x40000000, file_offset=0x[123]\w{5}, mapped_size=8192\}\) = 0$/,
        /^ioctl\(3, ATOLL_MEMORY_ALLOC, \{size=0, device=0, call=UNKNOWN\}\) = -1 E\w+ \(.*\)$/,
        /^ioctl\(3, ATOLL_MEMORY_ALLOC, 0x10\) = -1 EFAULT/,
        /^ioctl\(3, _IOC\(_IOC_NONE, 0xa7, 0x63, 0x0\), NULL\) = -1 ENOTTY/,
        /^open(at)?\((AT_FDCWD, )?"\/dev\/southern-islands", O_RDWR\) = 4$/,
        /^ioctl\(4, MemAlloc, \[0x1000\]\) = \d+$/,
        /^ioctl\(4, RuntimeDebug, 0x0\) = /,
      ];
      t.is(lines.length, patterns.length, stderr);
      patterns.forEach((pattern, index) => {
        t.true(lines[index]!.startsWith(abi));
        t.regex(lines[index]!.slice(abi.length), pattern);
      });
    });
  }
}

test('every request has a name, and every field of it a direction', (t) => {
  for (const name of Object.keys(IOCTLS) as IoctlName[]) {
    t.is(requestName(requestOf(name)), name);
    const struct = IOCTLS[name][1];
    const both = ['input', 'output'].map((direction) =>
      describeFields(name, new Uint8Array(struct.size), direction as 'input' | 'output'),
    );
    for (const { name: field } of struct.fields) {
      if (field !== 'reserved')
        t.true(
          both.some((text) => text.includes(`${field}=`)),
          `${name}.${field}`,
        );
    }
  }
  t.is(requestName(0xc010a7ff), undefined);
});

test('values are shown by their names', (t) => {
  const bytes = new Uint8Array(IOCTLS.DEVICE_INFO[1].size);
  const view = new DataView(bytes.buffer);
  IOCTLS.DEVICE_INFO[1].write(view, { flags: 69, name: 'n"'.repeat(30), vendor_id: 4098, global_memory: 1n << 32n });
  const text = describeFields('DEVICE_INFO', bytes, 'output');
  t.regex(
    text,
    /^\{flags=FP64\|COMPILER\|0x40, name="(n\\"){16}"\.\.\., board="", vendor_id=4098, .*global_memory=0x100000000,/,
  );
  const formats = new Uint8Array(IOCTLS.IMAGE_FORMATS[1].size);
  IOCTLS.IMAGE_FORMATS[1].write(new DataView(formats.buffer), { kind: 4 });
  t.is(describeFields('IMAGE_FORMATS', formats, 'input'), '{kind=D2}');
});
