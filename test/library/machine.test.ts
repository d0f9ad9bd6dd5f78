import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { AtollError, type Compiled, compile, Machine, readImage, run } from '../../src/library/index.js';
import { scratchFolder } from '../cli/atoll.js';

const SOURCE = `
  kernel void add(global const int *in, global int *out, int amount) {
    out[get_global_id(0) + get_global_size(0) * get_global_id(1)] = in[get_global_id(0)] + amount + get_global_offset(0);
  }
  kernel __attribute__((reqd_work_group_size(16, 1, 1))) void sized(global uint *out) { out[get_global_id(0)] = get_local_size(0); }
  kernel void forever(global volatile int *p) { while (p[0] == 0); }
  kernel void says(void) { printf("hello"); }
  kernel void looks(read_only image2d_t image) {}`;
let program: Compiled;
test.before(async (t) => {
  t.timeout(240_000);
  program = await compile(SOURCE);
});

const hasCode = (code: string) => (error: unknown) => error instanceof AtollError && error.code === code;

for (const engine of ['jit', 'wasm', 'native', 'interp', 'oracle'] as const)
  test(`a kernel over arrays: ${engine}`, async (t) => {
    const machine = new Machine({ engine });
    const input = Int32Array.from({ length: 100 }, (_, i) => i);
    const output = new Int32Array(200);
    for (const amount of [1, 1000]) {
      const launched = await machine.launch(program.kernel('add'), {
        globalSize: [100, 2],
        arguments: [input, output, amount],
      });
      t.deepEqual(
        [...output],
        [...input, ...input].map((value) => value + amount),
      );
      t.is(launched.statistics['workGroups']! * launched.localSize[0] * launched.localSize[1], 200);
    }
    t.deepEqual([...input.slice(0, 3)], [0, 1, 2], 'const pointers are not copied back');
    await machine.close();
    t.throws(() => machine.buffer(4), { message: /has been closed/ });
  });

test('the engine native compiles by the named clang', async (t) => {
  const machine = new Machine({ engine: 'native', clang: '/nonexistent/clang' });
  const launch = machine.launch(program.kernel('sized'), { globalSize: [16], arguments: [new Uint32Array(16)] });
  const error = await t.throwsAsync(launch, { message: /the compiler '\/nonexistent\/clang' does not exist/ });
  t.true(hasCode('TOOLCHAIN')(error));
  await machine.close();
});

test('a kernel has the size of work-groups that it requests, and refuses another one', async (t) => {
  const machine = new Machine({ engine: 'interp' });
  const out = new Uint32Array(64);
  const { localSize } = await machine.launch(program.kernel('sized'), { globalSize: [64], arguments: [out] });
  t.deepEqual([...localSize, out[63]], [16, 1, 1, 16]);
  const wrong = machine.launch(program.kernel('sized'), { globalSize: [64], localSize: [32], arguments: [out] });
  await t.throwsAsync(wrong, { message: /reqd_work_group_size/ });
  await machine.close();
});

test('buffers keep their contents from launch to launch, until they are released', async (t) => {
  const machine = new Machine({ engine: 'interp' });
  const buffer = machine.buffer(Int32Array.from({ length: 4096 }, () => 1));
  const add = { globalSize: [64] as const, arguments: [buffer, buffer, 1] };
  for (let n = 0; n < 3; n++) await machine.launch(program.kernel('add'), add);
  t.deepEqual([...buffer.read(new Int32Array(2), 8)], [4, 4]);
  t.throws(() => buffer.read(new Int32Array(4096), 4), {
    message: /16384 bytes at offset 4 of a buffer of 16384 bytes/,
  });
  buffer.release();
  // The first of its pages have the arguments of this launch now.
  const gone = await t.throwsAsync(machine.launch(program.kernel('add'), { ...add, globalOffset: [3072] }));
  t.true(hasCode('GPU_FAULT')(gone));
  await machine.close();
});

test('a launch that is refused leaves no memory behind', async (t) => {
  const machine = new Machine({ engine: 'interp' });
  const large = new Uint8Array(2 ** 28);
  const refused = { globalSize: [64] as const, arguments: [large, large, 'many' as never] };
  for (let n = 0; n < 12; n++)
    await t.throwsAsync(machine.launch(program.kernel('add'), refused), { code: 'BAD_INPUT' });
  machine.buffer(large).release();
  await machine.close();
});

test('a launch can be ended, and the machine continues', async (t) => {
  const machine = new Machine({ engine: 'wasm' });
  const stuck = machine.launch(program.kernel('forever'), {
    globalSize: [64],
    arguments: [new Int32Array(1)],
    signal: AbortSignal.timeout(300),
  });
  await t.throwsAsync(stuck, { name: 'TimeoutError' });
  const out = new Uint32Array(16);
  await machine.launch(program.kernel('sized'), { globalSize: [16], arguments: [out] });
  t.is(out[0], 16);
  await machine.close();
});

test('unsupported requests are errors with a reason', async (t) => {
  const machine = new Machine({ engine: 'interp' });
  const launch = (kernel: string, settings: Parameters<Machine['launch']>[1]) =>
    machine.launch(program.kernel(kernel), settings);
  // Format and text of each work-item are a record; an absent printf has its own value.
  t.true((await launch('says', { globalSize: [2], arguments: [] })).printedBytes >= 2 * 4);
  t.is(
    (await launch('sized', { globalSize: [16], arguments: [null] }).catch(() => ({ printedBytes: 0 }))).printedBytes,
    0,
  );
  const looks = await t.throwsAsync(launch('looks', { globalSize: [1], arguments: [null] }));
  t.regex(looks.message, /images need a host program/);
  await t.throwsAsync(launch('add', { globalSize: [0], arguments: [null, null, 1] }), {
    message: /0 is not a number of work-items/,
  });
  await t.throwsAsync(launch('add', { globalSize: [64], arguments: [] }), {
    message: /0 arguments passed, expected 3/,
  });
  t.throws(() => program.kernel('ad'), { message: /no kernel 'ad'/ });
  t.throws(() => readImage(Uint8Array.of(1, 2, 3)), { instanceOf: AtollError });
  t.throws(() => new Machine({ engine: 'fast' as 'jit' }), { message: /unknown engine/ });
  await t.throwsAsync(compile('kernel void f('), { message: /the source has errors\nprogram\.cl:1/ });
  await t.throwsAsync(compile('', { device: 'hawaii' }), { instanceOf: AtollError });
  await machine.close();
});

test('a program gets input, environment and folder, and its output comes back', async (t) => {
  const folder = scratchFolder(t);
  mkdirSync(join(folder, 'inner'));
  writeFileSync(
    join(folder, 'inner', 'script'),
    'read line; echo "$line $NAME $(basename $PWD)"; echo wrong >&2; exit 7\n',
  );
  const { exitCode, stdout, stderr, signal } = await run(['/bin/sh', 'script'], {
    cwd: join(folder, 'inner'),
    env: { NAME: 'atoll', PATH: process.env['PATH'] },
    input: 'hello\n',
    capture: true,
  });
  const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);
  t.deepEqual([exitCode, signal, text(stdout), text(stderr)], [7, undefined, 'hello atoll inner\n', 'wrong\n']);
  t.deepEqual(await run(['/bin/sh', '-c', 'kill -9 $$']), { exitCode: 137, signal: 'SIGKILL' });
  t.true(hasCode('GUEST_NOT_FOUND')(await t.throwsAsync(run(['/no/such/program']))));
  t.true(hasCode('BAD_OPTION')(await t.throwsAsync(run(['true'], { engine: 'fast' }))));
  await t.throwsAsync(run(['sleep', '100'], { signal: AbortSignal.timeout(200) }), { name: 'TimeoutError' });
});
