// Lines of a source one after the other, as macros, repetitions and conditions make them.

import { type Choice, ConditionStack, conditionOf } from './conditions.js';
import type { ExpanderHost } from './expander-host.js';
import { bindArguments, fillIn, type Macro, parseDeclaration, rounds } from './macros.js';
import { type AssemblyLine, splitLabel, splitWord } from './source.js';

/** More lines than any source needs: what ends a repetition that has got out of hand. */
const MAX_LINES = 1_000_000;
const MAX_NESTING = 100;

interface Frame {
  readonly lines: readonly AssemblyLine[];
  next: number;
  /** A macro, which `.exitm` leaves. */
  readonly macro: boolean;
}

/** End directives, by the directive that begins the block. */
const ENDS: ReadonlyMap<string, string> = new Map([
  ['.macro', '.endm'],
  ['.rept', '.endr'],
  ['.rep', '.endr'],
  ['.irp', '.endr'],
  ['.irpc', '.endr'],
]);
const CLOSING: ReadonlyMap<string, string> = new Map([
  ['.endm', '.endm'],
  ['.endmacro', '.endm'],
  ['.endr', '.endr'],
]);

export class Expander {
  private readonly host: ExpanderHost;
  private readonly macros = new Map<string, Macro>();
  private readonly frames: Frame[];
  private readonly conditions = new ConditionStack();
  private uses = 0;
  private count = 0;

  constructor(lines: readonly AssemblyLine[], host: ExpanderHost) {
    this.host = host;
    this.frames = [{ lines, next: 0, macro: false }];
  }

  /** The next statement without its labels, and the labels; undefined at the end. */
  next(): { readonly line: AssemblyLine; readonly labels: readonly string[] } | undefined {
    for (;;) {
      const line = this.line();
      if (!line) return undefined;
      const { labels, text } = this.conditions.active ? withoutLabels(line.text) : { labels: [], text: line.text };
      const [word, rest] = splitWord(text);
      const statement = { line: line.line, text };
      if (!this.handled(word.toLowerCase(), word, rest, statement)) return { line: statement, labels };
      if (labels.length > 0) return { line: { line: line.line, text: '' }, labels };
    }
  }

  private line(): AssemblyLine | undefined {
    for (let frame = this.frames.at(-1); frame; frame = this.frames.at(-1)) {
      const line = frame.lines[frame.next++];
      if (line && this.count++ < MAX_LINES) return line;
      if (line && this.count === MAX_LINES + 1) this.host.problem(line, `more than ${MAX_LINES} lines`);
      if (this.frames.length === 1 || this.count > MAX_LINES) {
        this.end(frame);
        return undefined;
      }
      this.frames.pop();
    }
    return undefined;
  }

  private end(frame: Frame): void {
    const open = this.conditions.open;
    if (open) this.host.problem(open, 'there is no .endif for this');
    this.conditions.clear();
    frame.next = frame.lines.length;
    this.frames.splice(1);
  }

  /** True if the statement controls the expansion, or is left out. */
  private handled(word: string, name: string, rest: string, line: AssemblyLine): boolean {
    const condition = conditionOf(word);
    if (condition) this.condition(condition, word, rest, line);
    if (condition || !this.conditions.active) return true;
    if (ENDS.has(word)) this.block(word, rest, line);
    else if (CLOSING.has(word)) this.host.problem(line, `there is nothing that ${word} could end`);
    else if (word === '.purgem') this.macros.delete(rest);
    else if (word === '.exitm') this.leaveMacro();
    else return this.usesMacro(name, rest, line);
    return true;
  }

  private condition(kind: Choice, word: string, rest: string, line: AssemblyLine): void {
    const problem = this.conditions.handle(kind, word, rest, line, this.host);
    if (problem !== undefined) this.host.problem(line, problem);
  }

  /** The lines up to the end of a block that begins here. */
  private body(word: string, line: AssemblyLine): readonly AssemblyLine[] {
    const body: AssemblyLine[] = [];
    for (let depth = 1; ; ) {
      const next = this.line();
      if (!next) {
        this.host.problem(line, `there is no ${ENDS.get(word)} for this`);
        return body;
      }
      const inner = splitWord(withoutLabels(next.text).text)[0].toLowerCase();
      if (ENDS.get(inner) === ENDS.get(word)) depth++;
      else if (CLOSING.get(inner) === ENDS.get(word)) depth--;
      if (depth === 0) return body;
      body.push(next);
    }
  }

  private block(word: string, rest: string, line: AssemblyLine): void {
    const body = this.body(word, line);
    if (word === '.macro') return this.define(rest, body, line);
    if (word === '.irp' || word === '.irpc') {
      const { name, values } = rounds(word, rest);
      return this.repeat(values.flatMap((value) => filled(body, new Map([[name, value]]), this.uses)));
    }
    const count = this.host.number(rest);
    if (typeof count === 'string') return this.host.problem(line, count);
    if (count < 0n || count * BigInt(body.length) > MAX_LINES)
      return this.host.problem(line, `${count} repetitions are not possible`);
    return this.repeat(Array.from({ length: Number(count) }, () => body).flat());
  }

  private define(text: string, body: readonly AssemblyLine[], line: AssemblyLine): void {
    const declaration = parseDeclaration(text);
    if (typeof declaration === 'string') return this.host.problem(line, declaration);
    if (this.macros.has(declaration.name))
      return this.host.problem(line, `the macro '${declaration.name}' is defined twice`);
    this.macros.set(declaration.name, { ...declaration, body: body.map(({ text: own }) => own) });
  }

  private repeat(lines: readonly AssemblyLine[]): void {
    this.frames.push({ lines, next: 0, macro: false });
  }

  private use(macro: Macro, text: string, line: AssemblyLine): void {
    const values = bindArguments(macro, text);
    if (typeof values === 'string') return this.host.problem(line, values);
    if (this.frames.length > MAX_NESTING)
      return this.host.problem(line, `macros are nested deeper than ${MAX_NESTING}`);
    const body = macro.body.map((own) => ({ line: line.line, text: own }));
    this.frames.push({ lines: filled(body, values, this.uses++), next: 0, macro: true });
  }

  private usesMacro(name: string, rest: string, line: AssemblyLine): boolean {
    const macro = this.macros.get(name);
    if (macro) this.use(macro, rest, line);
    return macro !== undefined;
  }

  private leaveMacro(): void {
    while (this.frames.length > 1) if (this.frames.pop()?.macro) return;
  }
}

const filled = (
  body: readonly AssemblyLine[],
  values: ReadonlyMap<string, string>,
  uses: number,
): readonly AssemblyLine[] => body.map(({ line, text }) => ({ line, text: fillIn(text, values, uses) }));

function withoutLabels(text: string): { readonly labels: readonly string[]; readonly text: string } {
  const labels: string[] = [];
  let rest = text;
  for (let split = splitLabel(rest); split; split = splitLabel(rest)) {
    labels.push(split.label);
    rest = split.rest;
  }
  return { labels, text: rest };
}
