// `atoll disasm` and `inspect` of code objects, of bundles of them, of HIP programs, and of other ELF files.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { codeObjectsIn } from '../../../src/hsa/offload-bundle.js';
import { atoll, scratchFolder } from '../atoll.js';

const KERNEL = `module &m:1:0:$full:$large:$default;
prog kernel &k(kernarg_u64 %p)
{
  ld_kernarg_u64 $d0, [%p];
  workitemabsid_u32 $s0, 0;
  st_global_u32 $s0, [$d0];
  ret;
};
`;
const CHIPS = ['fiji', 'vega10'] as const;
const STORES = { fiji: /flat_store_dword v\[\d+:\d+\], v\d+/, vega10: /global_store_dword/ } as const;

interface Entry {
  readonly target: string;
  readonly bytes: Uint8Array;
}

const word = (value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
};

/** A bundle as clang-offload-bundler makes it. */
function bundleOf(entries: readonly Entry[]): Buffer {
  const head = 32 + entries.reduce((sum, { target }) => sum + 24 + target.length, 0);
  let offset = head;
  const table = entries.map(({ target, bytes }) => {
    const at = offset;
    offset += bytes.length;
    return Buffer.concat([word(at), word(bytes.length), word(target.length), Buffer.from(target)]);
  });
  const magic = Buffer.from('__CLANG_OFFLOAD_BUNDLE__');
  return Buffer.concat([magic, word(entries.length), ...table, ...entries.map(({ bytes }) => bytes)]);
}

const HOST: Entry = { target: 'host-x86_64-unknown-linux', bytes: new Uint8Array(0) };

async function objects(t: ExecutionContext): Promise<{ readonly folder: string; readonly files: readonly string[] }> {
  const folder = scratchFolder(t);
  const source = join(folder, 'k.hsail');
  writeFileSync(source, KERNEL);
  const files = [];
  for (const device of CHIPS) {
    const file = join(folder, `${device}.co`);
    const { exitCode, stderr } = await atoll(['cc', '--device', device, source, '-o', file]);
    t.is(exitCode, 0, String(stderr));
    files.push(file);
  }
  return { folder, files };
}

test('code objects and bundles of them are listed by chip', async (t) => {
  const { folder, files } = await objects(t);
  for (const [n, chip] of CHIPS.entries())
    t.regex(String((await atoll(['disasm', files[n]!])).stdout), STORES[chip], 'in the instruction set of its chip');
  const entries = files.map((file, n) => ({
    target: `hipv4-amdgcn-amd-amdhsa--${['gfx803', 'gfx900'][n]}`,
    bytes: new Uint8Array(readFileSync(file)),
  }));
  const bundle = join(folder, 'both.hipfb');
  writeFileSync(bundle, bundleOf([HOST, ...entries]));
  const all = String((await atoll(['disasm', bundle])).stdout);
  t.regex(all, /; &k, gfx803\n[\s\S]*flat_store_dword[\s\S]*; &k, gfx900\n[\s\S]*global_store_dword/);
  const one = String((await atoll(['disasm', '--device', 'vega10', bundle])).stdout);
  t.notRegex(one, /gfx803/);
  t.regex(one, STORES.vega10);
  const none = await atoll(['disasm', '--device', 'vega20', bundle]);
  t.is(none.exitCode, 64);
  t.regex(String(none.stderr), /no code for .*\n.*gfx803, gfx900/);
  const shown = JSON.parse(String((await atoll(['inspect', '--json', bundle])).stdout)) as {
    objects: { bundled: string; target: { processor: string }; kernels: { metadata: object }[] }[];
  };
  t.deepEqual(
    shown.objects.map(({ bundled, target, kernels }) => [bundled, target.processor, kernels.length]),
    [
      [entries[0]!.target, 'gfx803', 1],
      [entries[1]!.target, 'gfx900', 1],
    ],
  );
});

test('the image of a chip is listed in its instruction set, and a missing kernel is named', async (t) => {
  const folder = scratchFolder(t);
  const [source, image] = [join(folder, 'k.cl'), join(folder, 'k.bin')];
  writeFileSync(source, 'kernel void k(global int *p) { p[get_global_id(0)] = 1; }');
  await atoll(['cc', '--device', 'fiji', source, '-o', image]);
  const { stdout } = await atoll(['disasm', image]);
  t.regex(String(stdout), /flat_store_dword|buffer_store_dword/);
  t.notRegex(String(stdout), /\.long/);
  const { exitCode, stderr } = await atoll(['disasm', '--kernel', 'other', image]);
  t.is(exitCode, 125);
  t.regex(String(stderr), /there is no kernel 'other'\n.*kernels: k/);
});

test('an ELF file without code for a GPU is refused by name', async (t) => {
  for (const command of ['disasm', 'inspect']) {
    const { exitCode, stderr, stdout } = await atoll([command, '/bin/true']);
    t.is(exitCode, 125);
    t.is(String(stdout), '');
    t.regex(String(stderr), /\/bin\/true.*no CAL image/);
  }
});

test('damaged bundles are refused with the place of the mistake', (t) => {
  const damaged = (change: (bytes: Buffer) => void): (() => unknown) => {
    const bytes = bundleOf([HOST, { target: 'hip-amdgcn-amd-amdhsa--gfx900', bytes: new Uint8Array(64) }]);
    change(bytes);
    return () => codeObjectsIn(bytes, 'x.hipfb');
  };
  t.deepEqual(damaged(() => {})(), [], 'entries that are no code objects are none');
  t.throws(
    damaged((bytes) => bytes.writeBigUInt64LE(2n ** 40n, 24)),
    { message: /x\.hipfb at offset 0x18: a bundle of/ },
  );
  t.throws(
    damaged((bytes) => bytes.writeBigUInt64LE(2n ** 30n, 40)),
    { message: /object for host.* exceeds/ },
  );
  t.throws(
    damaged((bytes) => bytes.writeBigUInt64LE(2n ** 30n, 48)),
    { message: /name of an entry.* exceeds/ },
  );
  t.throws(() => codeObjectsIn(Buffer.from('CCOB\x02\0\0\0'), 'x'), { message: /compressed: build with/ });
});
