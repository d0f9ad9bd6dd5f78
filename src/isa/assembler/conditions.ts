// `.if` and its relatives: which lines count.

import type { ExpanderHost } from './expander-host.js';
import { type AssemblyLine, splitList } from './source.js';

export type Choice = 'if' | 'elseif' | 'else' | 'endif';

const COMPARISONS: Readonly<Record<string, (value: bigint) => boolean>> = {
  '.if': (value) => value !== 0n,
  '.ifne': (value) => value !== 0n,
  '.ifeq': (value) => value === 0n,
  '.ifge': (value) => value >= 0n,
  '.ifgt': (value) => value > 0n,
  '.ifle': (value) => value <= 0n,
  '.iflt': (value) => value < 0n,
};

const same = (text: string): boolean => {
  const [a, b] = splitList(text);
  return a === b;
};

const TESTS: Readonly<Record<string, (text: string, host: ExpanderHost) => boolean>> = {
  '.ifdef': (text, host) => host.isDefined(text.trim()),
  '.ifndef': (text, host) => !host.isDefined(text.trim()),
  '.ifnotdef': (text, host) => !host.isDefined(text.trim()),
  '.ifb': (text) => text.trim() === '',
  '.ifnb': (text) => text.trim() !== '',
  '.ifc': same,
  '.ifnc': (text) => !same(text),
  '.ifeqs': same,
  '.ifnes': (text) => !same(text),
};

/** Effect of a directive on conditions; undefined for other directives. */
export function conditionOf(directive: string): Choice | undefined {
  if (Object.hasOwn(COMPARISONS, directive) || Object.hasOwn(TESTS, directive)) return 'if';
  if (directive === '.elseif') return 'elseif';
  if (directive === '.else') return 'else';
  return directive === '.endif' ? 'endif' : undefined;
}

interface Level {
  readonly line: AssemblyLine;
  active: boolean;
  /** One of the choices has been taken, or none may be. */
  decided: boolean;
}

/** The conditions that a line stands under. */
export class ConditionStack {
  private readonly levels: Level[] = [];

  get active(): boolean {
    return this.levels.every((level) => level.active);
  }

  /** The innermost condition that has no end yet. */
  get open(): AssemblyLine | undefined {
    return this.levels.at(-1)?.line;
  }

  clear(): void {
    this.levels.length = 0;
  }

  /** Follows a directive; the reason when it makes no sense. */
  handle(kind: Choice, directive: string, text: string, line: AssemblyLine, host: ExpanderHost): string | undefined {
    if (kind === 'if') return this.enter(directive, text, line, host);
    const level = this.levels.at(-1);
    if (!level) return `there is no .if for ${directive}`;
    if (kind === 'endif') this.levels.pop();
    else if (level.decided) level.active = false;
    else if (kind === 'else') level.active = level.decided = true;
    else return this.decide(level, '.if', text, host);
    return undefined;
  }

  private enter(directive: string, text: string, line: AssemblyLine, host: ExpanderHost): string | undefined {
    const counts = this.active;
    const level: Level = { line, active: false, decided: !counts };
    this.levels.push(level);
    return counts ? this.decide(level, directive, text, host) : undefined;
  }

  private decide(level: Level, directive: string, text: string, host: ExpanderHost): string | undefined {
    const compares = Object.hasOwn(COMPARISONS, directive) ? COMPARISONS[directive] : undefined;
    const number = compares ? host.number(text) : 0n;
    if (typeof number === 'string') return number;
    level.active = level.decided = compares ? compares(number) : TESTS[directive]?.(text, host) === true;
    return undefined;
  }
}
