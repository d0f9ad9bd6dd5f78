// Statistics, faults, coverage, traces, listings and the debugger on kernels in HSAIL.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { Debugger } from '../../../src/debug/debugger.js';
import type { Input } from '../../../src/debug/frontend.js';
import { TraceProbe } from '../../../src/debug/trace.js';
import { TraceBudget } from '../../../src/debug/trace-budget.js';
import { traceFilter } from '../../../src/debug/trace-filter.js';
import type { Dispatch } from '../../../src/emulator/dispatch.js';
import { Dispatcher } from '../../../src/emulator/dispatcher.js';
import { createInterpreter } from '../../../src/emulator/interpreter/interpreter.js';
import { PERMISSION } from '../../../src/emulator/memory.js';
import type { Probe } from '../../../src/emulator/probes.js';
import { brigImage } from '../../../src/hsail/load/brig-image.js';
import { hsailConvention } from '../../../src/hsail/load/convention.js';
import { assemble } from '../../../src/hsail/text/assembler.js';
import { coverageOf } from '../../../src/instruments/coverage/coverage.js';
import { sourcesOf } from '../../../src/instruments/coverage/lines.js';
import { describeLaunch } from '../../../src/launch/convention.js';
import { LaunchContexts } from '../../../src/launch/launch-context.js';
import { type Kernel, Machine, readImage } from '../../../src/library/index.js';
import { SourceLocator } from '../../../src/source/locator.js';
import { atoll, scratchFolder } from '../../cli/atoll.js';
import { CODE, createMemory, DATA } from '../../emulator/harness.js';

const VECTOR_ADD = `module &seed:1:0:$full:$large:$default;
// A guard that all work-items pass: both ways end at the same label.
prog kernel &add(kernarg_u64 %a, kernarg_u64 %b, kernarg_u64 %c, kernarg_u32 %n)
{
  ld_kernarg_u32 $s0, [%n];
  workitemabsid_u32 $s1, 0;
  cmp_lt_b1_u32 $c0, $s1, $s0;
  ld_kernarg_u64 $d0, [%c];
  ld_kernarg_u64 $d2, [%b];
  ld_kernarg_u64 $d3, [%a];
  cbr_b1 $c0, @inside;
  br @outside;
@outside:
  ret;
@inside:
  cvt_u64_u32 $d1, $s1;
  shl_u64 $d1, $d1, 2;
  add_u64 $d2, $d2, $d1;
  ld_global_f32 $s2, [$d2];
  add_u64 $d3, $d3, $d1;
  ld_global_f32 $s3, [$d3];
  add_f32 $s2, $s3, $s2;
  add_u64 $d0, $d0, $d1;
  st_global_f32 $s2, [$d0];
  br @outside;
};
`;

/** Two sides that meet, and a call. */
const SIDES = `module &sides:1:0:$full:$large:$default;
function &triple(arg_u32 %out)(arg_u32 %in)
{
  ld_arg_u32 $s0, [%in];
  mul_u32 $s1, $s0, 3;
  st_arg_u32 $s1, [%out];
  ret;
};
prog kernel &k(kernarg_u64 %p)
{
  workitemabsid_u32 $s0, 0;
  cmp_lt_b1_u32 $c0, $s0, 2;
  cbr_b1 $c0, @low;
  add_u32 $s1, $s0, 70000;
  br @meet;
@low:
  add_u32 $s1, $s0, 10;
@meet:
  cvt_u64_u32 $d1, $s0;
  shl_u64 $d1, $d1, 2;
  ld_kernarg_u64 $d0, [%p];
  add_u64 $d0, $d0, $d1;
  {
    arg_u32 %in;
    arg_u32 %out;
    st_arg_u32 $s1, [%in];
    call &triple (%out)(%in);
    ld_arg_u32 $s1, [%out];
  }
  st_global_u32 $s1, [$d0];
  ret;
};
`;
const lineOf = (text: string): number => SIDES.split('\n').findIndex((line) => line.includes(text)) + 1;

const kernelOf = (text: string): Kernel => readImage(Buffer.from(text), 'k.hsail').kernels[0]!;

for (const engine of ['interp', 'jit'] as const)
  test(`${engine}: instructions of HSAIL count, and nothing beside them`, async (t) => {
    const machine = new Machine({ engine });
    const [a, b, c] = [3, 5, 0].map((factor) => Float32Array.from({ length: 1024 }, (_, n) => factor * n));
    const { statistics } = await machine.launch(kernelOf(VECTOR_ADD), {
      globalSize: [1024],
      localSize: [256],
      arguments: [a!, b!, c!, 1024],
    });
    t.is(c![1023], 8 * 1023);
    t.is(statistics['instructions'], 16 * 18);
    t.is(statistics['codeBytes'], 18 * 8);
    for (const name of ['salu', 'smem', 'waitcnt', 'endpgm', 'other'])
      t.is(statistics[`instructions.${name}`], 0, name);
    t.is(statistics['instructions.valu'], 16 * 8);
    t.is(statistics['instructions.vmem'], 16 * 7);
    t.is(statistics['instructions.branch'], 16 * 3);
    // The branch, and the one back to the label; the end of the kernel is no flush.
    t.is(statistics['bufferFlushes'], 16 * 2);

    const out = new Uint32Array(5);
    const sides = await machine.launch(kernelOf(SIDES), { globalSize: [5], localSize: [5], arguments: [out] });
    t.deepEqual(
      [...out],
      [0, 1, 2, 3, 4].map((n) => 3 * (n < 2 ? n + 10 : n + 70_000)),
    );
    // To one side, to the other one, and from there to where they meet.
    t.is(sides.statistics['bufferFlushes'], 3);
    t.is(sides.statistics['instructions'], SIDES.match(/^ +(?!arg_)\w.*;$/gm)!.length);
    await machine.close();
  });

test('faults name the line of the HSAIL text', async (t) => {
  const machine = new Machine({ engine: 'interp' });
  const error = await t.throwsAsync(
    machine.launch(kernelOf(SIDES), { globalSize: [5], localSize: [5], arguments: [16n] }),
  );
  t.regex(error!.message, new RegExp(`k\\.hsail:${lineOf('st_global')} in &k\\n +st_global_u32 \\$s1, \\[\\$d0\\];`));
  await machine.close();
});

/** The kernel with two sides, by five work-items of a work-group, with a probe. */
function execute(probe: Probe | undefined, stopped: (dispatch: Dispatch) => void = () => {}, noted?: LaunchContexts) {
  const program = brigImage(Buffer.from(SIDES), 'k.hsail');
  const memory = createMemory();
  memory.setPages(CODE, program.size, PERMISSION.readWrite);
  const [code] = program.place(memory, CODE);
  memory.view.setBigUint64(DATA, memory.space.addressOf(DATA + 256), true);
  const launch = {
    workDim: 1,
    globalSize: [5, 1, 1] as const,
    localSize: [5, 1, 1] as const,
    globalOffset: [0, 0, 0] as const,
    dynamicLds: 0,
    segment: memory.space.addressOf(DATA),
    printfBuffer: 0n,
  };
  const scalars = new Uint32Array(code!.registers.userSgprs);
  hsailConvention.fill(launch, code as never, memory, scalars);
  const described = describeLaunch(launch, code!, scalars);
  const [image] = program.kernels;
  noted?.note(described, {
    where: new SourceLocator(image!.debug),
    arguments: image!.signature.arguments,
    segment: new Uint8Array(16),
    globalOffset: [0, 0, 0],
    launcher: undefined,
    allocations: () => [],
  });
  const dispatcher = new Dispatcher(memory, createInterpreter(memory, { ...(probe && { probe }) }), {
    ...(probe && { probe }),
  });
  const dispatch = dispatcher.start(described);
  while (dispatch.run() === 'breakpoint') stopped(dispatch);
  const words = new Uint32Array(Uint8Array.from(image!.code).buffer);
  return { image: image!, launch: { kernel: '&k', isa: 'hsail', code: words, counts: dispatch.counts.values } };
}

test('coverage counts lines of HSAIL', (t) => {
  const { image, launch } = execute(undefined);
  const [source] = sourcesOf(coverageOf([image], [launch])).values();
  const times = (text: string): number | undefined => source!.lines.get(lineOf(text))?.times;
  t.is(source!.text, SIDES);
  for (const text of ['cbr_b1', 'mul_u32', '70000', 'br @meet', 'call &triple', '  ret;']) t.is(times(text), 1, text);
  for (const text of ['@meet:', '@low:', 'arg_u32 %in;']) t.is(times(text), undefined, text);
  const opcodes = coverageOf([image], [launch]).kernels[0]!.instructions.map(({ offset }) => offset);
  t.is(opcodes.length, SIDES.match(/^ +(?!arg_)\w.*;$/gm)!.length);
});

test('the debugger stops at lines of HSAIL, and shows its registers', (t) => {
  const commands = ['print $s1', 'print $c0', 'next', 'print $d1', 'continue', 'where', 'print $s0', 'continue'];
  let output = '';
  const launchContexts = new LaunchContexts();
  const console = {
    write: (text: string) => {
      output += text;
    },
    readLine: (): Input => {
      const line = commands.shift();
      output += `> ${line}\n`;
      return line === undefined ? 'end' : { line };
    },
  };
  const places = [`k.hsail:${lineOf('@low:') + 1}`, `k.hsail:${lineOf('mul_u32')}`];
  const debug = new Debugger(places, console, launchContexts);
  execute(debug.probe(1), (dispatch) => void debug.stopped(1, dispatch), launchContexts);
  t.regex(output, /breakpoint 1 {2}k\.hsail:17, 1 hit\nk\.hsail:17 in &k\n17\t {2}add_u32 \$s1, \$s0, 10;/);
  t.regex(output, /> print \$s1\n\$s1 = 0\n> print \$c0\n\$c0 = 1\n/);
  t.regex(output, /> next\n.*\nk\.hsail:14 in &k\n14\t {2}add_u32 \$s1, \$s0, 70000;/, 'the other side');
  t.regex(output, /> print \$d1\n\$d1 = 0\n/);
  t.regex(output, /breakpoint 2 {2}k\.hsail:5, 1 hit\nk\.hsail:5 in &triple, inlined at k\.hsail:27 in &k/);
  t.regex(
    output,
    /> where\n#0 {2}&triple at k\.hsail:5\n#1 {2}&k at k\.hsail:27 \(inlined call\)\n> print \$s0\n\$s0 = 10\n/,
  );
});

test('traces and listings mark what stands beside the instructions of HSAIL', async (t) => {
  const folder = scratchFolder(t);
  const [file, brig] = [join(folder, 'k.hsail'), join(folder, 'k.brig')];
  writeFileSync(file, SIDES);
  writeFileSync(brig, assemble(SIDES));
  const listing = String((await atoll(['disasm', file])).stdout);
  t.regex(listing, /k\.hsail:13: cbr_b1 \$c0, @low;\n {2}lanes_b1 s\[40:41\], v31 aux .*\n {2}cbr_b1 s\[40:41\], \d+ /);
  t.regex(
    listing,
    /k\.hsail:14: add_u32 \$s1, \$s0, 70000;\n {2}literal s24, 70000 aux .*\n {2}add_u32 v32, v30, s24 /,
  );
  // Without the text of the author the lines are those of the disassembly, which has the module's name.
  t.regex(String((await atoll(['disasm', brig])).stdout), /; sides\.hsail:\d+: cbr_b1 \$c0, @low;\n/);

  let trace = '';
  const [budget, launchContexts] = [new TraceBudget(Number.POSITIVE_INFINITY, 0), new LaunchContexts()];
  const sink = (text: string): void => {
    trace += text;
  };
  execute(
    new TraceProbe({ filter: traceFilter({}), budget, session: 1, launchContexts, sink }),
    undefined,
    launchContexts,
  );
  t.regex(trace, /k\.hsail:17/);
  t.regex(trace, / aux/);
});
