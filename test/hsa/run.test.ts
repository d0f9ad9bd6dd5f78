// Code objects execute: parameters of a launch are in registers, packet and segment.

import test from 'ava';
import { local, Machine, readImage } from '../../src/library/index.js';
import { assembleObject, compileObject, NUMBERS, OLD_NUMBERS } from './objects.js';

const SOURCE = `
  typedef constant uint words;
  kernel void k(global uint *o, uint n, local uint *l, uint4 v) {
    words *packet = (words *)(ulong)__builtin_amdgcn_dispatch_ptr();
    words *implicit = (words *)(ulong)__builtin_amdgcn_implicitarg_ptr();
    uint item = __builtin_amdgcn_workitem_id_x();
    uint i = __builtin_amdgcn_workgroup_id_x() * (packet[1] & 0xffff) + item;
    volatile uint products[20];
    for (uint j = 0; j < 20; j++) products[j] = i * j;
    l[item] = i;
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
    global uint *out = o + 8 * i;
    out[0] = products[n];
    out[1] = l[item ^ 1];
    out[2] = v.y + 10 * v.w;
    for (int j = 0; j < 3; j++) out[3 + j] = packet[3 + j];
    out[6] = packet[0] >> 16;
    out[7] = implicit[0];
  }`;

for (const version of [4, 5])
  for (const engine of ['jit', 'interp', 'oracle'] as const)
    test(`a compiled kernel of version ${version}: ${engine}`, async (t) => {
      const machine = new Machine({ engine });
      const kernel = readImage(compileObject(SOURCE, version)).kernel('k');
      t.deepEqual(
        kernel.arguments.map(({ name, typeName, kind, size }) => [name, typeName, kind, size]),
        [
          ['o', 'uint*', 'global', 8],
          ['n', 'uint', 'value', 4],
          ['l', 'uint*', 'local', 4],
          ['v', 'uint4', 'value', 16],
        ],
      );
      const out = new Uint32Array(8 * 256);
      const launch = { globalSize: [128, 2], localSize: [64, 1], globalOffset: [5, 0] } as const;
      await machine.launch(kernel, { ...launch, arguments: [out, 3, local(256), [1, 2, 3, 4]] });
      for (let i = 0; i < 128; i++) {
        // Version 4 gives the global offset where version 5 gives the number of work-groups.
        const expected = [3 * i, i ^ 1, 42, 128, 2, 1, 2, version === 4 ? 5 : 2];
        t.deepEqual([...out.subarray(8 * i, 8 * i + 8)], expected, `work-item ${i}`);
      }
      await machine.close();
    });

for (const version of [2, 3])
  test(`an assembled kernel of version ${version}`, async (t) => {
    const machine = new Machine();
    const kernel = readImage(assembleObject(version === 2 ? OLD_NUMBERS : NUMBERS, { version })).kernel('k');
    const out = new Uint32Array(64);
    const { localSize } = await machine.launch(kernel, { globalSize: [64], arguments: [out] });
    t.deepEqual([...localSize], [64, 1, 1]);
    t.deepEqual([...out], [...out.keys()]);
    await machine.close();
  });

/** As later chips have it: without addresses of 64 bits in buffers. */
const later = (text: string, target: string): string =>
  text
    .replace('v[1:2], s[4:7], 0 addr64', 'v1, s[4:7], 0 offen')
    .replace('code_object_isa 6,0,0', `code_object_isa ${target}`);

for (const [cpu, target] of [
  ['gfx803', '8,0,3'],
  ['gfx900', '9,0,0'],
  ['gfx906', '9,0,6'],
] as const)
  test(`assembled kernels of version 2 and 3 for ${cpu}`, async (t) => {
    const machine = new Machine();
    for (const version of [2, 3]) {
      const text = later(version === 2 ? OLD_NUMBERS : NUMBERS, target);
      const image = readImage(assembleObject(text, { version, cpu }));
      t.is(image.device, cpu);
      const out = new Uint32Array(64);
      await machine.launch(image.kernel('k'), { globalSize: [64], arguments: [out] });
      t.deepEqual([...out], [...out.keys()], `version ${version}`);
    }
    await machine.close();
  });

test('code that may be started again after a page fault (xnack) executes like other code', async (t) => {
  const machine = new Machine();
  for (const features of ['+xnack', '-xnack']) {
    const object = assembleObject(later(NUMBERS, ''), { cpu: 'gfx900', features });
    const out = new Uint32Array(64);
    await machine.launch(readImage(object).kernel('k'), { globalSize: [64], arguments: [out] });
    t.deepEqual([...out], [...out.keys()], features);
  }
  await machine.close();
});

test('code of another chip is refused, with the name of the chip', (t) => {
  const other = assembleObject(NUMBERS.replace(/s_load.*s_endpgm/s, 's_endpgm'), { cpu: 'gfx700' });
  t.throws(() => readImage(other, 'k.so'), { message: /k\.so is for gfx700/ });
});
