// Every command of docs/checking.md, executed as it stands there, with the files that stand there.

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { root } from '../../src/util/paths.js';
import { atoll, scratchFolder } from '../cli/atoll.js';

const PROGRAM = `
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <fstream>
#include <sstream>
#include <string>
int main(int, char** argv) {
  std::ifstream file(argv[1]);
  std::stringstream all;
  all << file.rdbuf();
  const std::string text = all.str();
  const char* source = text.c_str();
  cl_platform_id platform; cl_device_id device; cl_int status;
  clGetPlatformIDs(1, &platform, nullptr);
  clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr);
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
  cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, &status);
  if (clBuildProgram(program, 1, &device, "", nullptr, nullptr)) return 2;
  cl_kernel kernel = clCreateKernel(program, "shift", &status);
  cl_mem out = clCreateBuffer(context, CL_MEM_READ_WRITE, 512, nullptr, &status);
  clSetKernelArg(kernel, 0, sizeof out, &out);
  size_t size = 128;
  if (clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &size, &size, 0, nullptr, nullptr)) return 3;
  return clFinish(queue) ? 4 : 0;
}`;

interface Block {
  readonly info: string;
  readonly text: string;
}

const blocks = (): Block[] =>
  [...readFileSync(join(root, 'docs/checking.md'), 'utf8').matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].map(
    ([, info, text]) => ({
      info: info!,
      text: text!,
    }),
  );

test('commands of the page have the output that it shows', async (t) => {
  const cwd = scratchFolder(t);
  writeFileSync(join(cwd, 'program.cpp'), PROGRAM);
  execFileSync('g++', ['-std=c++17', '-O1', 'program.cpp', '-o', 'program', '-lOpenCL'], { cwd });
  let output = '';
  let commands = 0;
  // A file stands before the command that reads it, but for the one of suppressions.
  for (const { info, text } of blocks()) {
    const file = /file=(\S+)/.exec(info)?.[1];
    if (file) writeFileSync(join(cwd, file), text);
  }
  for (const { info, text } of blocks()) {
    if (info.startsWith('sh')) {
      const [, ...argv] = text.trim().split(/\s+/);
      const { exitCode, stderr } = await atoll(argv, { cwd });
      output = String(stderr);
      t.is(exitCode, Number(/status=(\d+)/.exec(info)![1]), `${text}${output}`);
      commands++;
    } else if (info === 'text')
      for (const line of text.trim().split('\n')) t.true(output.includes(line), `${line}\n${output}`);
  }
  t.is(commands, 4);
  const { findings } = JSON.parse(readFileSync(join(cwd, 'findings.json'), 'utf8')) as { findings: { kind: string }[] };
  t.deepEqual(
    findings.map(({ kind }) => kind),
    ['race', 'race'],
  );
  const { version, runs } = JSON.parse(readFileSync(join(cwd, 'findings.sarif'), 'utf8'));
  t.is(version, '2.1.0');
  t.is(runs[0].results.length, 2);
  t.is(runs[0].results[0].ruleId, 'race');
  t.is(runs[0].results[0].locations[0].physicalLocation.region.startLine, 4);
});
