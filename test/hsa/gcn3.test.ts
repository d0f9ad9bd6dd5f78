// Code objects of GCN3 and GFX9 execute on every engine as the host computes: global, local, private and generic
// addresses, atomics, doubles, halves, and the launch's parameters in packets and registers.

import test from 'ava';
import { ENGINE_NAMES } from '../../src/config/engine-names.js';
import { Machine, readImage } from '../../src/library/index.js';
import { kernels, SOURCE } from './gcn3-kernels.js';
import { compileObject } from './objects.js';

for (const cpu of ['gfx803', 'gfx900', 'gfx906'])
  for (const version of [4, 5]) {
    const object = compileObject(SOURCE, version, cpu, 'CL2.0');
    for (const engine of ENGINE_NAMES)
      test(`${cpu}, version ${version}: ${engine}`, async (t) => {
        const machine = new Machine({ engine });
        const image = readImage(object);
        t.is(image.device, cpu);
        for (const { name, items, group, arguments: make, expected } of kernels(true)) {
          const buffers = make();
          await machine.launch(image.kernel(name), { globalSize: [items], localSize: [group], arguments: buffers });
          expected.forEach((values, n) => {
            if (!values) return;
            const contents = [...(buffers[n] as Uint32Array)];
            // -1: values that depend on the order of lanes.
            t.deepEqual(contents.map((value, i) => (values[i] === -1 ? -1 : value)) as unknown, values, name);
          });
        }
        await machine.close();
      });
  }

test('a work-group of a code object has the local memory of its chip', async (t) => {
  const source = `kernel void whole(global uint* out, uint count) {
    local uint words[16384];
    uint item = __builtin_amdgcn_workitem_id_x();
    for (uint i = item; i < count; i += 64) words[i] = i * 3;
    __builtin_amdgcn_s_barrier();
    out[item] = words[count - 1 - item];
  }`;
  const machine = new Machine();
  const out = new Uint32Array(64);
  const kernel = readImage(compileObject(source, 5, 'gfx900')).kernel('whole');
  await machine.launch(kernel, { globalSize: [64], localSize: [64], arguments: [out, 16_384] });
  t.deepEqual(
    [...out],
    Array.from(out, (_, i) => (16_383 - i) * 3),
  );
  await machine.close();
});
