// A program that crashes in the middle, with every instrument attached, its kernel from an image without lines: what
// instruments write is whole, and they mark missing values.

import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { TraceMessage } from '../../../src/trace/perfetto.js';
import { atoll, compile, kernelProgram, run, scratchFolder } from '../atoll.js';

const KERNEL = 'kernel void k(global int* p) { p[get_global_id(0)] = get_local_id(0) + 3; }';

/** Loads its kernel from a file, launches it twice, and crashes while the second launch waits or runs. */
const CRASHING = kernelProgram('', 256)
  .replace('int main() {', 'int main(int, char** argv) {')
  .replace(
    /cl_program program = .*;/,
    `static unsigned char image[1 << 20]; const unsigned char* start = image;
  FILE* file = std::fopen(argv[1], "rb"); size_t bytes = std::fread(image, 1, sizeof image, file);
  cl_program program = clCreateProgramWithBinary(context, 1, &device, &bytes, &start, nullptr, &status);`,
  )
  .replace(
    'size_t global = 256;',
    `size_t global = 256; clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, nullptr, 0, nullptr, nullptr); clFinish(queue);`,
  )
  .replace(/status = clWaitForEvents/, 'clFlush(queue); *(volatile int*)8 = 1; status = clWaitForEvents');

test('a crash leaves whole files; an image without lines is reported as such', async (t) => {
  const [guest, folder] = [compile(t, CRASHING), scratchFolder(t)];
  const [source, image] = [join(scratchFolder(t), 'k.cl'), join(scratchFolder(t), 'k.img')];
  writeFileSync(source, KERNEL);
  t.is((await atoll(['cc', source, '-o', image])).exitCode, 0);
  const at = (name: string): string => join(folder, name);
  const files = {
    '--trace': 'run.pftrace',
    '--trace-isa': 'isa.bin',
    '--coverage': 'run.cov',
    '--report': 'run.html',
    '--report-json': 'run.json',
    '--stats-csv': 'run.csv',
  } as const;
  const flags = Object.entries(files).flatMap(([flag, name]) => [flag, at(name)]);
  const { signal } = await run([guest, image], [...flags, '--trace-format', 'binary', '--stats']);
  t.is(signal, 'SIGSEGV');
  const recorded = await atoll(['record', '-o', at('run.rec'), '--', guest, image]);
  t.is(recorded.signal, 'SIGSEGV', String(recorded.stderr));
  t.deepEqual(readdirSync(folder).sort(), [...Object.values(files), 'run.rec'].sort());
  t.true((TraceMessage.decode(readFileSync(at('run.pftrace'))) as unknown as { packet: object[] }).packet.length > 10);
  t.is(statSync(at('isa.bin')).size % 8, 0);
  t.regex(String((await atoll(['trace', 'show', at('isa.bin')])).stdout), /s_endpgm/);
  t.regex(readFileSync(at('run.html'), 'utf8'), /<\/html>\s*$/);
  const { exit, launches } = JSON.parse(readFileSync(at('run.json'), 'utf8'));
  t.is(exit.signal, 'SIGSEGV');
  t.true(launches.length >= 1);
  t.regex(readFileSync(at('run.csv'), 'utf8'), /\n$/);
  t.regex(String((await atoll(['replay', at('run.rec')])).stdout), /kernel k: equal to the recording/);
  const covered = await atoll(['coverage', 'report', at('run.cov'), '--lcov', at('run.info')]);
  t.is(covered.exitCode, 125);
  t.regex(String(covered.stderr), /no kernel has source lines.*\n.*build programs and images with -g/);
  t.false(readdirSync(folder).includes('run.info'));
  const { stdout } = await atoll(['coverage', 'report', at('run.cov')]);
  t.regex(String(stdout), /^kernel k: (\d+) of \1 instructions in \d launches, without source lines$/);
});
