// The structures and requests of /dev/kfd against the kernel's public header, as a C compiler reads it.

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import type { Struct } from '../../../src/abi/layout.js';
import { EventData, ProcessDeviceApertures, REQUESTS } from '../../../src/driver/kfd/schema.js';
import { scratchFolder } from '../../cli/atoll.js';
import { drmHeader } from './rocm.js';

/** Fields of EventData are those of a union and of a structure in it. */
const INSIDE: Readonly<Record<string, string>> = {
  NotPresent: 'memory_exception_data.failure.NotPresent',
  ReadOnly: 'memory_exception_data.failure.ReadOnly',
  NoExecute: 'memory_exception_data.failure.NoExecute',
  imprecise: 'memory_exception_data.failure.imprecise',
  va: 'memory_exception_data.va',
  gpu_id: 'memory_exception_data.gpu_id',
  ErrorType: 'memory_exception_data.ErrorType',
};
const pathOf = (struct: Struct, field: string): string =>
  (struct as unknown) === EventData ? (INSIDE[field] ?? field) : field;

/** Of AMD's own driver: the kernel's header has not got them. */
const PUBLISHED = Object.entries(REQUESTS).filter(([name]) => !name.startsWith('IPC_'));
const structs = [ProcessDeviceApertures, EventData, ...PUBLISHED.map(([, [, , struct]]) => struct)].map(
  (struct) => struct as unknown as Struct,
);

function program(): string {
  const facts = structs.flatMap((struct) => [
    `P("${struct.name}", sizeof(struct ${struct.name}))`,
    ...struct.fields.map(
      ({ name }) => `P("${struct.name}.${name}", offsetof(struct ${struct.name}, ${pathOf(struct, name)}))`,
    ),
  ]);
  const requests = PUBLISHED.map(([name]) => `P("${name}", AMDKFD_IOC_${name})`);
  return `#include <stddef.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <linux/kfd_ioctl.h>
#define P(name, value) printf("%s %lu\\n", name, (unsigned long)(value));
int main(void) { ${[...facts, ...requests].join('\n')} return 0; }
`;
}

test("structures and numbers are the kernel's", (t) => {
  const folder = scratchFolder(t);
  const source = join(folder, 'facts.c');
  writeFileSync(source, program());
  drmHeader(folder);
  execFileSync('gcc', ['-w', '-I', folder, source, '-o', join(folder, 'facts')]);
  const lines = execFileSync(join(folder, 'facts'), { encoding: 'utf8' }).trim().split('\n');
  const facts = new Map(lines.map((line) => line.split(' ') as [string, string]).map(([name, n]) => [name, Number(n)]));
  for (const struct of structs) {
    t.is(facts.get(struct.name), struct.size, struct.name);
    for (const { name, offset } of struct.fields)
      t.is(facts.get(`${struct.name}.${name}`), offset, `${struct.name}.${name}`);
  }
  for (const [name, [number, direction, struct]] of PUBLISHED) {
    // _IOC: W is 1 and R is 2, as seen by the caller.
    const request = ((direction << 30) | (struct.size << 16) | (0x4b << 8) | number) >>> 0;
    t.is(facts.get(name), request, name);
  }
});
