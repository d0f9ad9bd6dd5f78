// Calls of devices in words.

import type { CallRecord, Node } from './layout.js';
import { schemaOf } from './requests/known.js';
import { waitsForSeveral } from './waits.js';

const hexadecimal = (value: number): string => `0x${value.toString(16)}`;

type CallDescription = Pick<CallRecord, 'name'> & Partial<CallRecord>;

/** `ioctl(/dev/random, RNDGETENTCNT)`. */
export function callText(call: CallDescription, { path }: Pick<Node, 'path'>): string {
  const { name, request, count, offset, flags, how } = call;
  if (name === 'ioctl')
    return `ioctl(${path}, ${schemaOf(path, request ?? 0).name}${offset === undefined ? '' : `, ${offset}`})`;
  if (name.startsWith('open')) return `open(${path}, flags ${hexadecimal(flags ?? 0)})`;
  if (name === 'futex') return `futex(memory of ${path} at ${offset}, operation ${how})`;
  if (name === 'munmap' || name === 'exit_group') return name;
  if (name.startsWith('mmap')) return `mmap(${path}, ${count} bytes at ${hexadecimal(Number(offset))})`;
  if (waitsForSeveral({ name })) return `${name}(${path}, ${count} descriptors)`;
  const size = count === undefined ? '' : `, ${count} ${name.endsWith('v') ? 'pieces' : 'bytes'}`;
  return `${name}(${path}${size}${offset === undefined ? '' : ` at ${offset}`})`;
}
