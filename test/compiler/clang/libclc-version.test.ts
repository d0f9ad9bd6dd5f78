// A libclc of another version than clang: programs find their device, and messages name the package to install.

import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { findToolchain } from '../../../src/compiler/clang/toolchain.js';
import { writeContainer } from '../../../src/compiler/image/container.js';
import { bitcodeProducer, bitcodeVersion } from '../../../src/compiler/ir/bitcode-producer.js';
import { compile, run } from '../../cli/atoll.js';
import { bitcodeOf } from '../bitcode.js';
import { build, bytes, CLANG, newFrontEnd, temporaryFolder } from '../setup.js';

const { toolchain } = findToolchain(CLANG.clang);

/** A clang that calls itself of version 18, with the installed libclc beside it. */
function strangePair(folder: string): string {
  const bin = join(folder, 'lib', 'llvm-18', 'bin');
  mkdirSync(bin, { recursive: true });
  mkdirSync(join(folder, 'lib', 'clc'));
  copyFileSync(toolchain!.libclc, join(folder, 'lib', 'clc', 'tahiti-amdgcn--.bc'));
  writeFileSync(join(bin, 'clang'), `#!/bin/sh\nexec ${toolchain!.clang} "$@"\n`, { mode: 0o755 });
  return join(bin, 'clang');
}

const SIMPLE = '__kernel void k(__global int *p) { p[0] = 1; }';
const MISMATCH = new RegExp(
  `version 18 of clang, but \\S+ is libclc of version ${toolchain!.version}; both must have the same version`,
);

test('bitcode names its version of LLVM', (t) => {
  t.is(bitcodeVersion(toolchain!.libclc), toolchain!.version);
  t.regex(bitcodeProducer(readFileSync(toolchain!.libclc).subarray(0, 256)) ?? '', /^LLVM\d+\.\d+/);
  t.is(bitcodeProducer(bytes('no bitcode at all, but long enough')), undefined);
  t.is(bitcodeProducer(readFileSync(toolchain!.libclc).subarray(0, 16)), undefined);
});

test('linking code of another LLVM is an error with both versions and the next step', async (t) => {
  const own = await build('int f(int x) { return x; }', '', { kind: 'compile' });
  const bitcode = bitcodeOf('LLVM99.1.0');
  t.is(bitcodeProducer(bitcode), 'LLVM99.1.0');
  const texts = { device: 'tahiti', compileOptions: '', driverText: 'other' };
  const foreign = writeContainer({ type: 'compiled-object', bitcode, ...texts });
  for (const options of ['', '-create-library']) {
    const { status, log } = await build('', options, { kind: 'link', inputs: [own.binary!, foreign] });
    t.is(status, 'failure');
    const first = `error: input 2 of the link was compiled by LLVM 99.1.0, the compiler here is clang ${toolchain!.version}: `;
    t.true(log.startsWith(`${first}compile it again here, or use clang 99 (ATOLL_CLANG, --clang)\n`), log);
    t.false(log.includes('input 1 of the link was'));
  }
});

test('a build names versions that do not fit, and the package to install', async (t) => {
  const messages: string[] = [];
  const front = newFrontEnd({
    clang: strangePair(temporaryFolder(t)),
    libclcFolders: [],
    onUnusable: (text) => messages.push(text),
  });
  for (let i = 0; i < 2; i++) {
    const result = await front.build({ kind: 'build', source: bytes(SIMPLE), options: '', device: 'tahiti' });
    t.is(result.status, 'compiler-not-available');
    t.regex(result.log, MISMATCH);
    t.regex(result.log, /apt-get install .*libclc-18\n$/);
  }
  t.false(front.isUsable());
  t.is(messages.length, 1);
  t.regex(messages[0]!, /cannot be built: .*; install it with: apt-get install .*libclc-18$/);
  await front.dispose();
});

test('by default a pair of one version is used, whatever else there is', (t) => {
  const report = findToolchain();
  t.true(report.available, report.text);
  t.is(bitcodeVersion(report.toolchain!.libclc), report.toolchain!.version);
});

const GUEST = `
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <cstdio>
int main() {
  cl_platform_id platform; cl_device_id device; cl_int error; cl_bool compiler = 2;
  if (clGetPlatformIDs(1, &platform, nullptr) || clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr)) return 2;
  clGetDeviceInfo(device, CL_DEVICE_COMPILER_AVAILABLE, sizeof compiler, &compiler, nullptr);
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  const char* source = "__kernel void k() {}";
  cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, &error);
  error = clBuildProgram(program, 1, &device, "", nullptr, nullptr);
  char log[10000] = "";
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, nullptr);
  printf("compiler %u, build %d\\n%s", compiler, error, log);
}`;

test('a program finds its device, which has no compiler; stderr reports it once', async (t) => {
  const folder = temporaryFolder(t);
  const strange = strangePair(folder);
  symlinkSync(strange, join(folder, 'clang-18'));
  const { exitCode, stdout, stderr } = await run([compile(t, GUEST)], ['--clang', join(folder, 'clang-18')]);
  t.is(exitCode, 0);
  t.regex(String(stdout), /^compiler 0, build -3\n/);
  t.regex(String(stdout), MISMATCH);
  t.is(String(stderr).match(/OpenCL programs cannot be built/g)?.length, 1, String(stderr));
  t.regex(String(stderr), /apt-get install .*libclc-18/);
});
