// A program that dies while its kernel stands still: the debugger reports it, ends, and leaves nothing; a request that
// comes too late is refused.

import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'ava';
import { compile, kernelProgram, run, scratchFolder } from '../../cli/atoll.js';
import { Editor, processesOf } from '../../cli/commands/debug/editor.js';
import { marked, markOf, until, untilNone } from '../../processes.js';

const KERNEL = 'kernel void k(global int* p) { p[get_global_id(0)] = 42; }';
const WAIT = 'status = clWaitForEvents(1, &event);';

/** Behind its launch it waits for a file, and then crashes. */
function crashing(t: { teardown(fn: () => void): unknown }): { program: string; crash: () => void } {
  const crash =
    'clFlush(queue); while (access((std::string(argv[0]) + ".go").c_str(), F_OK)) usleep(1000); *(volatile int*)8 = 1;';
  const source = kernelProgram(KERNEL)
    .replace('int main() {', '#include <unistd.h>\n#include <string>\nint main(int, char** argv) {')
    .replace(WAIT, `${crash} ${WAIT}`);
  const program = compile(t, source);
  return { program, crash: () => writeFileSync(`${program}.go`, '') };
}

test('in an editor', async (t) => {
  const { program, crash } = crashing(t);
  const editor = new Editor(t);
  await editor.begin({ program, cwd: dirname(program) });
  await editor.customRequest('setExceptionBreakpoints', { filters: ['launch'] });
  await editor.configurationDoneRequest();
  const { threadId } = await editor.stopped();
  const [frame] = (await editor.stackTraceRequest({ threadId: threadId! })).body.stackFrames;
  crash();
  t.like(await editor.next('exited'), { exitCode: 128 + 11 });
  await editor.next('terminated');
  await t.throwsAsync(editor.scopesRequest({ frameId: frame!.id }), {
    message: /no program has been launched|has ended/,
  });
  await editor.disconnectRequest();
  t.is(await editor.ended(), 0);
  const left = await until(
    () => processesOf(program),
    ({ length }) => length === 0,
  );
  t.deepEqual(left, []);
});

test('at the prompt: commands for an ended kernel have no effect', async (t) => {
  const { program, crash } = crashing(t);
  const file = join(scratchFolder(t), 'commands');
  // Enough to be still at it when the program has crashed.
  writeFileSync(file, 'list\nregisters v\n'.repeat(20_000));
  const mark = `crash${process.pid}`;
  const running = run([program], ['--break', 'k', '--break-commands', file], { env: markOf(mark), maxBuffer: 1 << 20 });
  crash();
  const { exitCode, signal } = await running;
  t.is(signal ?? exitCode, 'SIGSEGV');
  t.deepEqual(await untilNone(() => marked(mark)), []);
});
