// docs/editor-sessions.md: sessions of stock clients, recorded anew and compared with the page, whose addresses and
// instructions are those of one compiler. ATOLL_GOLDEN=1 writes them into it. Neovim's is recorded where ATOLL_NVIM_DAP
// names nvim-dap's folder and PATH has an nvim.

import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DebugProtocol } from '@vscode/debugprotocol';
import test, { type ExecutionContext } from 'ava';
import { execa } from 'execa';
import { root } from '../../src/util/paths.js';
import { HANG_MS } from '../cli/atoll.js';
import { Editor, sumsProgram } from '../cli/commands/debug/editor.js';

const PAGE = join(root, 'docs/editor-sessions.md');
/** Lists are cut behind that many. */
const MAX_ENTRIES = 3;

const block = (name: string): RegExp => new RegExp(`(^\`\`\`text ${name}\n)([\\s\\S]*?)(^\`\`\`$)`, 'm');

/** Values that depend on the compiler or on the memory layout. */
const shape = (text: string): string =>
  text
    .replace(/0x[0-9a-f]+(\+lane\*0x[0-9a-f]+)?/g, '0x')
    .replace(/"instruction":"[^"]*"/g, '"instruction"')
    .replace(/"instructionBytes":"[^"]*"/g, '"bytes"')
    .replace(/next '.*'$/gm, 'next')
    .replace(/\(\+0x\)/g, '')
    .replace(/^ {2}v\d+: .*\n/gm, '')
    .replace(/[ \t]+$/gm, '');

function compare(t: ExecutionContext, name: string, recorded: string): void {
  const page = readFileSync(PAGE, 'utf8');
  if (process.env['ATOLL_GOLDEN'])
    writeFileSync(
      PAGE,
      page.replace(block(name), (_, begin, _old, end) => `${begin}${recorded.trim()}\n${end}`),
    );
  t.is(shape(recorded.trim()), shape((block(name).exec(readFileSync(PAGE, 'utf8'))?.[2] ?? '').trim()));
}

/** The program, and its kernel's text in a file beside it. */
function prepared(t: ExecutionContext): { readonly program: string; readonly folder: string } {
  const program = sumsProgram(t);
  const folder = dirname(program);
  const text = /R"CL\(([\s\S]*?)\)CL"/.exec(readFileSync(join(root, 'test/documents/sums.cpp'), 'utf8'))![1]!;
  writeFileSync(join(folder, 'sums.cl'), text);
  return { program, folder };
}

/** A client that records its messages and the answers. */
class Recorder extends Editor {
  readonly lines: string[] = [];
  private folder = '';

  private text(value: unknown): string {
    const cut = (_key: string, each: unknown): unknown =>
      Array.isArray(each) && each.length > MAX_ENTRIES
        ? [...each.slice(0, MAX_ENTRIES), `... ${each.length - MAX_ENTRIES} more`]
        : each;
    return value === undefined ? '' : ` ${JSON.stringify(value, cut).replaceAll(this.folder, '/home/me')}`;
  }

  in(folder: string): this {
    this.folder = folder;
    return this;
  }

  /** A request and its answer. */
  async loggedRequest<Body>(command: string, args?: unknown): Promise<Body> {
    this.lines.push(`\n--> ${command}${this.text(args)}`);
    const { body } = await this.send(command, args);
    this.lines.push(`<-- ${command}${this.text(body)}`);
    return body as Body;
  }

  /** The next event of that name. */
  async loggedEvent<Body>(event: string): Promise<Body> {
    const body = await this.next<Body>(event);
    this.lines.push(`<== ${event}${this.text(body)}`);
    return body;
  }
}

type Body<Message extends DebugProtocol.Response | DebugProtocol.Event> = Message['body'];

test("a session of VS Code's client", async (t) => {
  const { program, folder } = prepared(t);
  const client = new Recorder(t).in(folder);
  const path = join(folder, 'sums.cl');
  let logged = 0;
  client.on('output', ({ body }: DebugProtocol.OutputEvent) => {
    if (body.output.startsWith('item')) logged++;
  });
  await client.loggedRequest('initialize', {
    adapterID: 'atoll',
    linesStartAt1: true,
    columnsStartAt1: true,
    pathFormat: 'path',
  });
  client.lines.push(`\n--> launch {"program":"/home/me/sums","cwd":"/home/me"}`);
  const launched = client.launchRequest({ program, cwd: folder } as never);
  await client.loggedEvent('initialized');
  const breakpoints = [
    { line: 6, condition: 'gid0 == 70', logMessage: 'item {gid0}, local {lid0}, has {in[70]}, {nothing}' },
    { line: 8, condition: 'gid0 == 70' },
  ];
  await client.loggedRequest('setBreakpoints', { source: { path }, breakpoints });
  await client.loggedRequest('configurationDone');
  await launched;
  client.lines.push('<-- launch');
  let event = await client.loggedEvent<{ output: string }>('output');
  while (!event.output.startsWith('item')) event = await client.loggedEvent('output');
  t.is(event.output, "item 70, local 70, has 70, <'nothing' is not a register, argument or variable here>\n");
  const { threadId } = await client.loggedEvent<Body<DebugProtocol.StoppedEvent>>('stopped');
  await client.loggedRequest('threads');
  const { stackFrames } = await client.loggedRequest<Body<DebugProtocol.StackTraceResponse>>('stackTrace', {
    threadId,
  });
  const [frame] = stackFrames;
  const { scopes } = await client.loggedRequest<Body<DebugProtocol.ScopesResponse>>('scopes', { frameId: frame!.id });
  for (const { variablesReference } of scopes) await client.loggedRequest('variables', { variablesReference });
  await client.loggedRequest('disassemble', {
    memoryReference: frame!.instructionPointerReference,
    instructionCount: 3,
  });
  await client.loggedRequest('evaluate', { expression: 'v0[6] int', context: 'watch', frameId: frame!.id });
  const lds = scopes.find(({ name }) => name === 'LDS')!.variablesReference;
  await client.loggedRequest('dataBreakpointInfo', { variablesReference: lds, name: '[16]' });
  const { dataId } = await client.loggedRequest<{ dataId: string }>('dataBreakpointInfo', { name: 'out[70]' });
  await client.loggedRequest('setDataBreakpoints', { breakpoints: [{ dataId, accessType: 'write' }] });
  await client.loggedRequest('stepBack', { threadId, granularity: 'instruction' });
  await client.loggedEvent('stopped');
  await client.loggedRequest('setBreakpoints', { source: { path }, breakpoints: [] });
  await client.loggedRequest('continue', { threadId });
  await client.loggedEvent('stopped');
  const watched = { expression: 'out[70]', context: 'watch' };
  t.is((await client.loggedRequest<{ result: string }>('evaluate', watched)).result, '141');
  await client.loggedRequest('setDataBreakpoints', { breakpoints: [] });
  await client.loggedRequest('continue', { threadId });
  t.like(await client.loggedEvent('exited'), { exitCode: 0 });
  await client.loggedEvent('terminated');
  await client.loggedRequest('disconnect');
  t.is(await client.ended(), 0);
  t.is(logged, 1, 'going back says nothing again');
  compare(t, 'vscode', client.lines.join('\n'));
});

const NVIM_DAP = process.env['ATOLL_NVIM_DAP'];
(NVIM_DAP ? test : test.skip)('a session of Neovim', async (t) => {
  const { folder } = prepared(t);
  const script = join(root, 'test/debug/dap/neovim.lua');
  const words = ['--headless', '--clean', '--cmd', `set rtp+=${NVIM_DAP}`, '-c', `luafile ${script}`];
  const env = { ATOLL: [process.execPath, join(root, 'dist/src/cli/main.js'), 'debug', '--dap'].join('\n') };
  const { stdout, exitCode } = await execa('nvim', words, { cwd: folder, env, reject: false, timeout: HANG_MS });
  t.is(exitCode, 0, stdout);
  compare(t, 'neovim', stdout);
});
