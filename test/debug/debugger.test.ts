// The debugger over a dispatcher: commands from a list, its output collected; kernels continue as if nothing had
// been.

import test from 'ava';
import { COMMANDS } from '../../src/debug/commands.js';
import { Debugger } from '../../src/debug/debugger.js';
import type { Input } from '../../src/debug/frontend.js';
import { MOVING_COMMANDS } from '../../src/debug/moving-commands.js';
import { observeSteps } from '../../src/debug/stepped-engine.js';
import { Dispatcher } from '../../src/emulator/dispatcher.js';
import { createInterpreter, createOracle, type Engine, type GpuMemory } from '../../src/emulator/index.js';
import type { LaunchDescriptor } from '../../src/emulator/launch.js';
import type { Probe } from '../../src/emulator/probes.js';
import { createMemory, DATA, launchOf } from '../emulator/harness.js';
import { Random } from '../emulator/random.js';
import { assemble } from '../isa/southern-islands.js';

/** Writes the lane's number to LDS, waits, reads it, adds 5 in half of the lanes, stores it. */
const KERNEL = `
  v_lshlrev_b32 v1, 2, v0
  s_mov_b32 m0, -1
  ds_write_b32 v1, v0
  s_waitcnt lgkmcnt(0)
  s_barrier
  ds_read_b32 v2, v1
  v_cmp_gt_u32 vcc, 32, v0
  s_and_saveexec_b64 s[8:9], vcc
  v_add_i32 v2, vcc, 5, v2
  s_mov_b64 exec, s[8:9]
  s_getpc_b64 s[10:11]
  s_add_u32 s10, s10, 16
  s_swappc_b64 s[12:13], s[10:11]
  s_endpgm
  s_nop 0
  v_cvt_f32_u32 v3, v2
  buffer_store_dword v2, v1, s[0:3], 0 offen
  s_setpc_b64 s[12:13]
`;

const ENGINES: Readonly<Record<string, (memory: GpuMemory, probe: Probe) => Engine>> = {
  interpreter: (memory, probe) => createInterpreter(memory, { probe }),
  oracle: (memory, probe) => observeSteps(memory, createOracle(memory), probe),
};

interface Played {
  readonly output: string;
  readonly decisions: readonly string[];
  readonly outcome: string;
  readonly memory: GpuMemory;
}

function play(
  places: readonly string[],
  commands: readonly string[],
  more: Partial<LaunchDescriptor> = {},
  engine = 'interpreter',
  launches = 1,
): Played {
  let output = '';
  const left = [...commands];
  const debug = new Debugger(places, {
    write: (text) => {
      output += text;
    },
    readLine: (): Input => {
      const line = left.shift();
      if (line !== undefined) output += `> ${line}\n`;
      return line === undefined ? 'end' : { line };
    },
  });
  const { words, problems } = assemble(KERNEL);
  if (problems.length > 0) throw new Error(problems[0]!.message);
  const memory = createMemory();
  const launch = launchOf(memory, words, {
    kernel: 'k',
    userSgprs: Uint32Array.of(DATA, 0, 1024, 0x27fac),
    ldsBytes: 1024,
    vgprs: 8,
    sgprs: 16,
    globalSize: [512, 1, 1],
    localSize: [256, 1, 1],
    ...more,
  });
  const probe = debug.probe(1);
  const dispatcher = new Dispatcher(memory, ENGINES[engine]!(memory, probe), { probe });
  for (let before = 1; before < launches; before++) dispatcher.start({ ...launch }).run();
  const dispatch = dispatcher.start(launch);
  const decisions: string[] = [];
  for (;;) {
    const outcome = dispatch.run();
    if (outcome !== 'breakpoint' && outcome !== 'fault')
      return { output: output + debug.unmet().join('\n'), decisions, outcome, memory };
    const decision = debug.stopped(1, dispatch);
    decisions.push(decision);
    if (outcome === 'fault' || decision !== 'continue') return { output, decisions, outcome, memory };
  }
}

const results = ({ memory }: Played): number[] => Array.from(memory.u32.subarray(DATA / 4, DATA / 4 + 256));
const expected = Array.from({ length: 256 }, (_, i) => (i < 32 ? i + 5 : i));

test('unmet breakpoints have no effect and are reported', (t) => {
  const played = play(['other', 'k:+0x100', '*:+0x0'], ['delete', 'continue']);
  t.deepEqual(results(played), expected);
  t.regex(played.output, /no instruction begins at 0x40000100: breakpoint 2/);
  t.regex(play(['other'], []).output, /never reached: 1 {2}other/);
});

test('a breakpoint between instructions is reported once, however many launches there are', (t) => {
  const { output } = play(['k:+0x100', 'k:+0x200'], [], {}, 'interpreter', 5);
  t.is(output.match(/no instruction begins at 0x40000100: breakpoint 1/g)?.length, 1, output);
  t.is(output.match(/no instruction begins at 0x40000200: breakpoint 2/g)?.length, 1, output);
});

for (const engine of Object.keys(ENGINES)) {
  test(`a kernel name stops once for each launch, steps show changes (${engine})`, (t) => {
    const played = play(['k'], ['step', '', 'step 2', 'print v1[3] int', 'c'], {}, engine);
    t.is(played.outcome, 'done');
    t.deepEqual(played.decisions, ['continue', 'continue', 'continue', 'continue']);
    t.regex(played.output, /work-group 0 \(0, 0, 0\), wavefront 0 of 4, pc 0x40000000 \(\+0x0\)\nbreakpoint 1/);
    t.regex(played.output, /> step\n {3}v1=\[1-63\] lane\*0x4\n=> 0x40000004/);
    t.regex(played.output, /> \n {3}m0=0xffffffff\n=> 0x40000008/);
    t.regex(played.output, /> step 2\n=> 0x40000014 .* s_barrier\n/);
    t.regex(played.output, /v1\[3\] = 12\n/);
    t.deepEqual(results(played), expected);
  });
}

test('a place stops every wavefront; filters choose', (t) => {
  const all = play(['k:+0x14'], Array(8).fill('c'));
  t.is(all.decisions.length, 8);
  const chosen = play(['k'], ['break +0x14 group 1 wave 2', 'b', 'c', 'c']);
  t.is(chosen.decisions.length, 2);
  t.regex(chosen.output, /2 {2}k:\+0x14, work-group 1, wavefront 2, 0 hits/);
  t.regex(chosen.output, /work-group 1 \(1, 0, 0\), wavefront 2 of 4, pc 0x40000014/);
});

test('ignore lets hits go by, which count; breakpoints at one place count each', (t) => {
  const { output, decisions } = play(
    ['k:+0x14', 'k:+0x14'],
    ['delete 2', 'break +0x14', 'ignore 1 6', 'ignore 3 4', 'c', 'c', 'b'],
  );
  // Eight wavefronts: the first has stopped before `ignore`, by 1; 3 is there from the second on.
  t.regex(output, /1 {2}k:\+0x14, hits > 7, 1 hit\n/);
  t.regex(output, /3 {2}k:\+0x14, hits > 4, 0 hits\n/);
  t.deepEqual(
    [...output.matchAll(/work-group (\d) .*, wavefront (\d) of 4/g)].map(([, group, wave]) => `${group}.${wave}`),
    ['0.0', '1.1', '1.2'],
  );
  t.regex(output, /> b\n1 {2}k:\+0x14, hits > 7, 7 hits\n3 {2}k:\+0x14, hits > 4, 6 hits\n/);
  t.is(decisions.length, 3);
  t.regex(play(['k'], ['ignore', 'ignore 7']).output, /ignore needs a breakpoint[\s\S]*there is no breakpoint 7/);
});

test('other goes to another wavefront, until to a place behind the barrier', (t) => {
  const { output } = play(['k:+0x14'], ['other', 'delete', 'until +0x18', 'wavefront', 'lds 4 2 int', 'c']);
  t.regex(output, /> other\nkernel k, work-group 0 \(0, 0, 0\), wavefront 1 of 4, pc 0x40000000/);
  t.regex(output, /> until \+0x18\n.*wavefront 1 of 4, pc 0x40000018/);
  t.regex(
    output,
    /1 barriers passed\n {2}wavefront 0: ended after 17 instructions\n\* wavefront 1: running at pc 0x40000018/,
  );
  t.regex(output, /0x00000004 {2}1 {2}2\n/);
});

for (const engine of Object.keys(ENGINES))
  test(`step and until move the wavefront that is selected, on the ${engine}`, (t) => {
    const { output, outcome } = play(['k'], ['wavefront 2', 'step', 'step 2', 'until +0x20', 'step', 'c'], {}, engine);
    t.regex(output, /> step\n(?: {3}.*\n)*=> 0x40000004 /);
    t.regex(output, /> step\n.*v1.*\n=> 0x40000004[^>]*> step 2\n(?: {3}.*\n)*=> 0x40000010 /s);
    t.regex(output, /> until \+0x20\n.*wavefront 2 of 4, pc 0x40000020/);
    t.regex(output, /=> 0x40000020[^>]*> step\n(?: {3}.*\n)*=> 0x40000024 /s);
    t.is(outcome, play([], [], {}, engine).outcome);
  });

test('a wavefront that has ended does not step', (t) => {
  const { output } = play(['k'], ['other', 'wavefront 0', 'step 100', 'wavefront 0', 'step', 'c']);
  t.regex(output, /> step\n.*wavefront 0 has ended/);
});

test('a wavefront that ends while it is stepped through hands over to the next', (t) => {
  const { output } = play(['k'], ['step 100', 'c']);
  t.regex(output, /> step 100\nkernel k, work-group 0 \(0, 0, 0\), wavefront 1 of 4/);
});

test('masks, registers by type and lane, memory, code, callers', (t) => {
  const commands = ['exec', 'vcc', 'step', 'p v3[0-2] f32', 'p s[0:1]', 'r v 7 uint', 'r', 'memory s[0:1] 8'];
  const { output } = play(['k:+0x2c'], ['p exec', 'delete', 'until +0x44', ...commands, 'bt', 'list +0x0 2', 'c']);
  t.regex(output, /> p exec\nEXEC 0x00000000ffffffff {2}#{32}\.{32}\n/);
  t.regex(output, /> exec\nEXEC 0xffffffffffffffff {2}#{64}\n/);
  t.regex(output, /v3 = \[0\] 5\.0 \[1\] 6\.0 \[2\] 7\.0\n/);
  t.regex(output, /s0 = 0x40100000 .*\ns1 = 0x00000000/);
  t.regex(output, /v0=7 +v1=28 +v2=12/);
  t.regex(output, /> memory s\[0:1\] 8\n0x40100000 {2}00 00 00 00 00 00 00 00 {9,}/);
  t.regex(output, /#1 {2}returns to 0x4000003c \(\+0x3c\), from s\[12:13\]: s_swappc_b64 s\[12:13\], s\[10:11\]/);
  t.regex(output, /> list \+0x0 2\n {3}0x40000000 .*v_lshlrev_b32_e32 v1, 2, v0\n {3}0x40000004/);
});

test('set changes registers, masks and the pc', (t) => {
  const commands = [
    'set v2[4-5] = 1000 + lane',
    'set v2[6] = 1.5',
    'set exec = 0xf0',
    'set scc = 7',
    'p scc',
    'd',
    'c',
  ];
  const played = play(['k:+0x48'], commands, { globalSize: [64, 1, 1], localSize: [64, 1, 1] });
  t.regex(played.output, /scc = 0x00000001/);
  t.deepEqual(results(played).slice(0, 9), [0, 0, 0, 0, 1004, 1005, 0x3fc00000, 12, 0]);
  const skipped = play(['k:+0x48'], ['set pc = +0x50', 'c'], { globalSize: [64, 1, 1], localSize: [64, 1, 1] });
  t.is(skipped.outcome, 'done');
  t.deepEqual(results(skipped).slice(0, 3), [0, 0, 0]);
});

test('mistakes are explained, and the prompt stays', (t) => {
  const mistakes = [
    'frob',
    'p',
    'p v8',
    'p s200',
    'p v2 f64',
    'memory 0',
    'memory 0x40100000+',
    'lds 1020 8',
    'lds',
    'until +2',
  ];
  const more = [
    'break +0x3',
    'delete 9',
    'wavefront 4',
    'set',
    'set v1 = x',
    'set pc = 3',
    'step x',
    'step 0',
    'r v 64',
    's4',
    'b k wave x',
  ];
  const { output, decisions } = play(['k'], [...mistakes, ...more, 'help', 'c']);
  t.deepEqual(decisions, ['continue']);
  for (const mistake of [...mistakes, ...more]) {
    const answer = output.split(`> ${mistake}\n`)[1]!.split('\n>')[0]!;
    t.true(answer.length > 10, mistake);
  }
  t.regex(output, /v8: the kernel has 8 VGPRs/);
  t.regex(output, /help lists them/);
});

test('a fault opens the prompt, where nothing can continue', (t) => {
  const { output, outcome, decisions } = play(['k:+0xfff'], ['step', 'p v2 int', 'c'], {
    userSgprs: Uint32Array.of(0, 0, 1024, 0x27fac),
  });
  t.is(outcome, 'fault');
  t.deepEqual(decisions, ['continue']);
  t.regex(output, /GPU fault in kernel k at pc 0x40000048/);
  t.regex(output, /> step\nthe kernel has faulted/);
});

test('quit, the end of the input, and a guest that goes', (t) => {
  t.deepEqual(play(['k'], ['quit']).decisions, ['quit']);
  const detached = play(['k', 'k:+0x14'], ['step']);
  t.deepEqual(detached.decisions, ['continue', 'continue']);
  t.deepEqual(results(detached), expected);
});

test('typed lines never crash the debugger', (t) => {
  const random = new Random(5);
  const names = COMMANDS.flatMap((command) => command.names).filter((name) => !['quit', 'q', 'detach'].includes(name));
  const words = [
    '',
    's0',
    'v1',
    'v[0:1]',
    's[0:1]',
    'v1[3]',
    'exec',
    '=',
    '+0x14',
    '0x40000000',
    '0x40100000',
    '-1',
    '64',
    '1e9',
    'L0014',
  ];
  const more = [
    'f32',
    'f64',
    'int',
    'hex',
    'lane',
    '(',
    ']',
    'k',
    '*',
    'k:+0x14',
    'group',
    'wave',
    '0',
    '99999999999999999999',
    '\u0000',
    '__proto__',
  ];
  const part = (): string => random.pick(random.chance(0.5) ? words : more);
  const lines = Array.from({ length: 1500 }, () =>
    [random.pick(names), ...Array.from({ length: random.below(4) }, part)].join(random.chance(0.9) ? ' ' : ''),
  );
  // Commands that continue or change registers would end the kernel sooner or later.
  const going = [
    'set',
    'break',
    'b',
    'awatch',
    'rwatch',
    'watch',
    ...MOVING_COMMANDS.flatMap((command) => command.names),
  ];
  const still = lines.filter(
    (line) => !going.some((name) => name.startsWith(line.split(' ')[0]!) || line.startsWith(name)),
  );
  const { output, decisions } = play(['k'], [...still, 'delete', 'c']);
  t.deepEqual([...new Set(decisions)], ['continue']);
  t.true(output.length > 10_000);
});
