// Builds by the interface of a compiler, with one that is none.

import test from 'ava';
import { buildWith } from '../../src/compiler/build.js';
import type { BuildTask } from '../../src/compiler/build-task.js';
import { findToolchain } from '../../src/compiler/clang/toolchain.js';
import type { Compiler } from '../../src/compiler/compiler.js';
import { CompilerFailure, type CompilerFailureKind } from '../../src/compiler/compiler-failure.js';
import { languageOf } from '../../src/compiler/input-language.js';
import { INPUT_LANGUAGES } from '../../src/compiler/inputs.js';
import type { BuildRequest } from '../../src/compiler/request/build-request.js';
import { parseOptions } from '../../src/compiler/request/options.js';
import { bytes, CLANG } from './setup.js';

const unreachable = (): never => {
  throw new Error('the compiler got an unsupported request');
};
const onlyBitcode: Compiler = {
  id: 'linker 1',
  capabilities: { inputs: ['llvm-bitcode'] },
  compile: unreachable,
  includedFiles: unreachable,
  link: unreachable,
  optimise: unreachable,
  codeObject: unreachable,
  codegen: unreachable,
};

const requestOf = (kind: 'build' | 'link'): BuildRequest => ({
  kind,
  source: bytes('kernel void k() {}'),
  options: '',
  device: 'tahiti',
});

const task = (kind: 'build' | 'link'): BuildTask => ({
  request: requestOf(kind),
  language: languageOf(requestOf(kind), INPUT_LANGUAGES),
  options: parseOptions('', kind, '/'),
  tools: {
    toolchain: findToolchain(CLANG.clang).toolchain!,
    processor: 'tahiti',
    library: { builtins: '', printf: '', prelude: '', libclcNames: new Set() },
  },
  cacheDir: '/nowhere',
  apart: false,
});

test('a compiler without OpenCL C gets none, and the log has the reason', async (t) => {
  const built = await buildWith(onlyBitcode, task('build'));
  t.is(built.status, 'failure');
  t.is(built.log, 'error: the compiler linker 1 does not compile OpenCL C, only LLVM bitcode\n');
});

test('a link without inputs needs no compiler', async (t) => {
  const { status, log } = await buildWith(onlyBitcode, task('link'));
  t.deepEqual([status, log], ['failure', 'error: nothing to link\n']);
});

test("a compiler's failures become results of builds", async (t) => {
  const rejecting = (kind: CompilerFailureKind): Compiler => ({
    ...onlyBitcode,
    capabilities: { inputs: ['opencl-c'] },
    compile: () => Promise.reject(new CompilerFailure(kind, `${kind}\n`, { trouble: 'out of memory' })),
  });
  for (const kind of ['errors', 'registers', 'defect', 'cancelled'] as const) {
    const { status, log, trouble } = await buildWith(rejecting(kind), task('build'));
    t.deepEqual([status, log, trouble], [kind === 'cancelled' ? kind : 'failure', `${kind}\n`, 'out of memory']);
  }
});

test('BRIG is an input of builds for HSA only', (t) => {
  const request = { ...requestOf('build'), source: bytes('module &m:1:0:$full:$large:$default;') };
  t.is(languageOf(request, INPUT_LANGUAGES).id, 'opencl-c');
  t.is(languageOf({ ...request, output: 'hsa' }, INPUT_LANGUAGES).id, 'brig');
  t.throws(() => languageOf({ ...request, language: 'brig' }, INPUT_LANGUAGES), { code: 'BAD_OPTION' });
  t.throws(() => languageOf({ ...request, output: 'hsa', language: 'opencl-c' }, INPUT_LANGUAGES), {
    code: 'BAD_OPTION',
  });
});
