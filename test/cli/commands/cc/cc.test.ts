// `atoll cc`, and clBuildProgram of a program under Atoll, on sources that are wrong in every way: the same log, a
// status, no hang.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { findToolchain } from '../../../../src/compiler/clang/toolchain.js';
import { atoll, compile, run, scratchFolder } from '../../atoll.js';

interface BadSource {
  readonly name: string;
  readonly source: string | Uint8Array;
  /** Text of the log. */
  readonly log: RegExp;
  readonly options?: string;
  /** Builds after all. */
  readonly good?: boolean;
  /** Other files of the folder. */
  readonly files?: Readonly<Record<string, string>>;
}

const CRASH = `template <class T> T *pick(T *a, T *b, int c) { return c ? a : b; }
__kernel void k(__global int *p) { int q[4]; *pick((int *)p, (int *)q, p[1]) = 3; p[2] = q[p[3] & 3]; }`;
const DEEP_TEMPLATE =
  'template <int N> struct Deep { static const int v = Deep<N + 1>::v; }; __kernel void k(__global int *p) { p[0] = Deep<0>::v; }';
const MACRO_CHAIN = Array.from({ length: 5000 }, (_, i) => `#define M${i} (M${i + 1})`).join('\n');

const SOURCES: readonly BadSource[] = [
  {
    name: 'syntax error',
    source: '__kernel void k(__global int *p) {\n  p[0] = ;\n}',
    log: /program\.cl:2:10: error: expected expression/,
  },
  { name: 'undeclared function', source: '__kernel void k(__global int *p) { p[0] = absent(1); }', log: /absent/ },
  {
    name: 'undefined function',
    source: 'int absent(int);\n__kernel void k(__global int *p) { p[0] = absent(1); }',
    log: /undefined function or variable 'absent', needed by kernel 'k'/,
  },
  {
    name: 'recursion',
    source:
      'int f(int n) { return n < 2 ? n : f(n - 1) * f(n - 2) + n; }\n__kernel void k(__global int *p) { p[0] = f(p[1]); }',
    log: /recursion is not allowed in OpenCL C: f/,
  },
  {
    name: 'crash of the compiler',
    source: CRASH,
    options: '-x clc++',
    log: /the compiler .* crashed[\s\S]*are kept in/,
  },
  { name: 'option that is none', source: '__kernel void k(void) {}', options: '-o x', log: /option '-o' is unknown/ },
  {
    name: 'include cycle',
    source: '#include "self.h"\n',
    options: '-I .',
    files: { 'self.h': '#include "self.h"\n' },
    log: /nested too deeply/,
  },
  { name: 'deep templates', source: DEEP_TEMPLATE, options: '-x clc++', log: /recursive template instantiation/ },
  {
    name: 'chain of macros',
    source: `${MACRO_CHAIN}\n#define M5000 x\n__kernel void k(__global int *p) { p[0] = M0; }`,
    log: /bracket nesting level exceeded/,
  },
  { name: 'NULs', source: Buffer.from('__kernel void k(__global int *p)\0{ p[0] = 1; }\0\0'), log: /^$/, good: true },
  {
    name: '10 MB',
    source: `${'// nothing to see here\n'.repeat(460_000)}__kernel void k(__global int *p) { p[0] = 1; }`,
    log: /^$/,
    good: true,
  },
];

/** Builds the file `k.cl` of the folder given, with options, and prints status and log. */
const BUILDER = String.raw`#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
int main(int, char** argv) {
  cl_platform_id platform; cl_device_id device; cl_int status;
  if (clGetPlatformIDs(1, &platform, nullptr) || clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr)) return 2;
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
  std::ifstream file("k.cl", std::ios::binary);
  std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  const char* source = text.data(); size_t length = text.size();
  cl_program program = clCreateProgramWithSource(context, 1, &source, &length, &status);
  status = clBuildProgram(program, 1, &device, argv[1], nullptr, nullptr);
  size_t size = 0;
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size);
  std::string log(size, '\0');
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, &log[0], nullptr);
  std::printf("status %d\n%s", status, log.c_str());
}
`;

function writeCase(t: ExecutionContext, { source, files }: BadSource): string {
  const folder = scratchFolder(t);
  writeFileSync(join(folder, 'k.cl'), source);
  for (const [name, text] of Object.entries(files ?? {})) writeFileSync(join(folder, name), text);
  return folder;
}

for (const bad of SOURCES) {
  test(`cc: ${bad.name}`, async (t) => {
    const folder = writeCase(t, bad);
    const cacheDir = join(folder, 'cache');
    const words = ['cc', 'k.cl', '--stats', ...(bad.options ? [`--options=${bad.options}`] : [])];
    const { exitCode, stdout, stderr } = await atoll(words, {
      cwd: folder,
      env: { XDG_CACHE_HOME: cacheDir, ATOLL_CACHE_DIR: '' },
    });
    // The name of the user's file, and not that of the front end.
    t.regex(String(stderr).replaceAll(/^k\.cl:/gm, 'program.cl:'), bad.log);
    t.notRegex(String(stderr), /program\.cl:/);
    t.is(exitCode, bad.good ? 0 : 1, String(stderr));
    t.is(String(stdout) !== '', bad.good === true);
    if (bad.name === 'crash of the compiler') {
      const [crash] = readdirSync(join(cacheDir, 'atoll', 'crashes'));
      t.deepEqual(readdirSync(join(cacheDir, 'atoll', 'crashes', crash!)).sort(), ['options.txt', 'program.cl']);
    }
  });
}

test('cc keeps its builds in the cache of atoll run', async (t) => {
  const folder = scratchFolder(t);
  writeFileSync(join(folder, 'k.cl'), '__kernel void k(__global int* p) { p[0] = 1; }');
  const env = { ATOLL_CACHE_DIR: join(folder, 'cache') };
  t.is((await atoll(['cc', 'k.cl', '--stats'], { cwd: folder, env })).exitCode, 0);
  const { stdout } = await atoll(['cache', '--json'], { cwd: folder, env });
  t.is((JSON.parse(String(stdout)) as { builds: { entries: number } }).builds.entries, 1);
});

test('clBuildProgram: the same sources', async (t) => {
  const program = compile(t, BUILDER);
  for (const bad of SOURCES) {
    const cwd = writeCase(t, bad);
    const { exitCode, stdout, stderr } = await run([program, bad.options ?? ''], [], { cwd });
    const [first, ...log] = String(stdout).split('\n');
    const status = bad.good ? 0 : bad.name === 'option that is none' ? -43 : -11;
    t.is(first, `status ${status}`, `${bad.name}: ${stdout}${stderr}`);
    t.regex(log.join('\n').replaceAll('\0', ''), bad.log, bad.name);
    t.is(exitCode, 0);
  }
});

test('cc and kernel name the file that was given, with its folder, and take ATOLL_CLANG as atoll run does', async (t) => {
  const folder = scratchFolder(t);
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'src', 'bad.cl'), '#include "h.h"\n__kernel void k(__global int *p) { p[0] = ; }\n');
  writeFileSync(join(folder, 'src', 'h.h'), '#warning here\n');
  for (const words of [
    ['cc', 'src/bad.cl'],
    ['kernel', 'src/bad.cl', '-g', '1'],
  ]) {
    const { stderr } = await atoll(words, { cwd: folder });
    t.regex(String(stderr), /^(?:atoll: the source has errors\n)?In file included from src\/bad\.cl:1:$/m);
    t.regex(String(stderr), /^src\/bad\.cl:2:\d+: error: expected expression$/m);
    const env = { ATOLL_CLANG: '/nowhere/clang-16' };
    const named = await atoll(words, { cwd: folder, env });
    t.is(named.exitCode, 125);
    t.regex(String(named.stderr), /compiler '\/nowhere\/clang-16' does not exist/);
    const flag = await atoll([...words, '--clang', 'auto'], { cwd: folder, env });
    t.regex(String(flag.stderr), /expected expression/);
  }
  const doctor = await atoll(['doctor', '--json'], { env: { ATOLL_CLANG: '/nowhere/clang-16' } });
  t.is(doctor.exitCode, 1);
  t.regex(String(doctor.stdout), /"text": "the compiler '\/nowhere\/clang-16' does not exist"/);
});

test('usage errors have their own status, on every command; other names of chips are recognised', async (t) => {
  const wrong: readonly (readonly string[])[] = [
    ['run', '--no-such-option', '--', 'true'],
    ['verify'],
    ['no-such-command'],
    ['cc'],
    ['board', '--listen'],
    ['calibrate', '--rounds', 'many', '-o', 'x'],
    ['trace', 'diff', 'a'],
  ];
  for (const words of wrong) {
    const { exitCode, stderr } = await atoll(words);
    t.is(exitCode, 64, words.join(' '));
    t.regex(String(stderr), /error: /);
  }
  for (const words of [['--help'], ['verify', '--help'], ['--version']]) t.is((await atoll(words)).exitCode, 0);
  t.is((await atoll(['run', '--device', 'gfx906', '--', 'true'])).exitCode, 0);
  const chip = await atoll(['run', '--device', 'gfx601', '--', 'true']);
  t.regex(String(chip.stderr), /'gfx601' is not one of tahiti.*\n {2}gfx601 is pitcairn \(.*\) or capeverde \(/);
  const compiler = await atoll(['cc', import.meta.filename, '--device', 'GFX602']);
  t.regex(String(compiler.stderr), /unknown device 'GFX602'\n {2}GFX602 is oland /);
});

test('compilers lists the versions, and refuses files that are no compiler', async (t) => {
  const { stdout } = await atoll(['compilers', '--json']);
  const { compilers } = JSON.parse(String(stdout)) as {
    compilers: { version: number; tested: boolean; used: boolean }[];
  };
  t.deepEqual(
    compilers.filter(({ used }) => used).map(({ version: one }) => one),
    [findToolchain().toolchain!.version],
  );
  t.true(compilers.some(({ tested }) => !tested));
  const { exitCode, stderr } = await atoll(['compilers', '--fetch', '7']);
  t.is(exitCode, 64);
  t.regex(String(stderr), /'7' is none\n {2}versions: 22, /);
});

test('without a compiler: cc and clBuildProgram name the package to install', async (t) => {
  const folder = scratchFolder(t);
  writeFileSync(join(folder, 'k.cl'), '__kernel void k(void) {}');
  const none = await atoll(['cc', 'k.cl', '--clang', '/nowhere/clang-16'], { cwd: folder });
  t.is(none.exitCode, 125);
  t.regex(
    String(none.stderr),
    /compiler '\/nowhere\/clang-16' does not exist\nInstall it with: apt-get install .*clang-\d+/,
  );
  const program = compile(t, BUILDER);
  const started = await run([program, ''], ['--clang', '/nowhere/clang-16'], { cwd: folder });
  t.regex(
    String(started.stdout),
    /^status -3\n.*'\/nowhere\/clang-16' does not exist\nInstall it with: apt-get install/,
  );
});

test('cc prints IR, assembly and JSON', async (t) => {
  const folder = scratchFolder(t);
  writeFileSync(join(folder, 'k.cl'), '__kernel void k(__global float *p) { p[get_global_id(0)] = sqrt(p[1]); }');
  const ir = await atoll(['cc', 'k.cl', '--ir'], { cwd: folder });
  t.is(ir.exitCode, 0, String(ir.stderr));
  t.regex(String(ir.stdout), /^define .*amdgpu_kernel void @k\(/m);
  const json = await atoll(['cc', 'k.cl', '--ir', '-S', '--json'], { cwd: folder });
  const all = JSON.parse(String(json.stdout)) as { ir: string; assembly: string; kernels: { kernel: string }[] };
  t.is(all.ir, `${String(ir.stdout)}\n`.replace(/\n+$/, all.ir.endsWith('\n') ? '\n' : ''));
  t.regex(all.assembly, /^; k\n[\s\S]*v_sqrt_f32[\s\S]*s_endpgm/);
  t.is(all.kernels[0]?.kernel, 'k');
  t.regex(String((await atoll(['cc', '--help'])).stdout), /--ir .*LLVM IR[\s\S]*Exit status/);
});

test('a build ends when its guest dies: the compiler is killed', async (t) => {
  const folder = scratchFolder(t);
  const { clang: real, version } = findToolchain().toolchain!;
  const [clang, pidFile] = [join(folder, `clang-${version}`), join(folder, 'pid')];
  // Compiles the builtin library, and hangs at a program.
  const script = `#!/bin/sh\ncase "$*" in *program.cl*) echo $$ > ${pidFile}.new; mv ${pidFile}.new ${pidFile}; exec sleep 600;; *) exec ${real} "$@";; esac\n`;
  writeFileSync(clang, script, { mode: 0o755 });
  writeFileSync(join(folder, 'k.cl'), '__kernel void k(void) {}');
  // The guest kills itself as soon as the compiler is there.
  const impatient = BUILDER.replace(
    'status = clBuildProgram',
    `std::thread([] { while (access("${pidFile}", F_OK)) usleep(1000); usleep(50000); kill(getpid(), SIGKILL); }).detach();\n  status = clBuildProgram`,
  );
  const headers = '#include <csignal>\n#include <thread>\n#include <unistd.h>\n';
  const program = compile(t, headers + impatient, ['-lOpenCL', '-lpthread']);
  const { signal, timedOut } = await run([program, ''], ['--clang', clang], { cwd: folder });
  t.false(timedOut);
  t.is(signal, 'SIGKILL');
  const compiler = Number(readFileSync(pidFile, 'utf8'));
  t.throws(() => process.kill(compiler, 0), { code: 'ESRCH' });
});
