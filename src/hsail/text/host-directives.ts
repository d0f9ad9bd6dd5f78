// Control directives that a host gives beside the modules of a program: they act as those of each kernel. The text of a
// module gets them at the begin of its kernels; functions that kernels call have none that contradict them. Source: HSA
// Runtime 1.0, hsa_ext_control_directives_t.

import { AtollError } from '../../util/errors.js';
import { CONTROLS, spellingOf } from '../brig/enums.js';
import { type BrigEntry, type BrigModule, controlNumbers } from '../brig/module.js';
import { placedEntries } from '../brig/placed-entries.js';
import { readBrigFile } from '../brig/reader.js';
import { assemble } from './assembler.js';
import { listing } from './disassembler.js';

/** Numbers of directives by their names. */
export type HostDirectives = ReadonlyMap<string, readonly bigint[]>;

/** Directives of the host and of a kernel contradict one another. */
export class DirectiveMismatch extends AtollError {
  readonly isDirectiveMismatch = true;

  constructor(message: string) {
    super('BAD_INPUT', message, 'Give the kernel and hsa_ext_program_finalize the same directives.');
  }
}

/** Bundles have classes of their own. */
export const isDirectiveMismatch = (error: unknown): boolean =>
  error instanceof AtollError && 'isDirectiveMismatch' in error;

const product = (numbers: readonly bigint[]): bigint => numbers.reduce((all, each) => all * each, 1n);
const MAX_DIMENSIONS = 3n;
/** The value of WAVESIZE, the only operand that is no number. */
const WAVE_SIZE = 64n;

/** Why the directives of the host contradict one another; undefined where they do not. */
function contradiction(host: HostDirectives): string | undefined {
  const [dimensions] = host.get('requireddim') ?? [];
  if (dimensions !== undefined && (dimensions < 1n || dimensions > MAX_DIMENSIONS))
    return `requireddim is ${dimensions}, which is none of 1, 2 and 3`;
  for (const [sizes, limit] of [
    ['requiredgridsize', 'maxflatgridsize'],
    ['requiredworkgroupsize', 'maxflatworkgroupsize'],
  ] as const) {
    const [own, [most] = []] = [host.get(sizes), host.get(limit)];
    if (own?.some((size) => size === 0n)) return `${sizes} has a size of 0`;
    if (most === 0n) return `${limit} is 0`;
    if (own && most !== undefined && product(own) > most) return `${sizes} exceeds ${limit}`;
    const beyond = own?.slice(Number(dimensions ?? MAX_DIMENSIONS)) ?? [];
    if (beyond.some((size) => size !== 1n)) return `${sizes} has more dimensions than requireddim`;
  }
  return undefined;
}

const EXCEPTIONS = 'enabledetectexceptions';
const isLimit = (name: string): boolean => name.startsWith('maxflat');

/** A directive of the kernel beside that of the host: what takes its place; undefined where they contradict. */
function united(name: string, own: readonly bigint[], host: readonly bigint[]): readonly bigint[] | undefined {
  if (name === EXCEPTIONS) return [(own[0] ?? 0n) | (host[0] ?? 0n)];
  if (isLimit(name)) return (host[0] ?? 0n) > (own[0] ?? 0n) ? undefined : host;
  return own.length === host.length && own.every((number, index) => number === host[index]) ? own : undefined;
}

const directiveText = (name: string, numbers: readonly bigint[]): string =>
  `${name}${numbers.length > 0 ? ` ${numbers.join(', ')}` : ''};`;

const KERNEL = 'directive_kernel';
const EXECUTABLES = [KERNEL, 'directive_function', 'directive_indirect_function'];

/** A kernel or function. */
interface Executable {
  readonly entry: BrigEntry;
  readonly controls: BrigEntry[];
}

function executablesOf(module: BrigModule): readonly Executable[] {
  const executables = new Map<number, Executable>();
  for (const { entry, owner } of placedEntries(module)) {
    if (EXECUTABLES.includes(entry.kind) && ((entry.values['modifier'] ?? 0) & 1) !== 0)
      executables.set(entry.offset, { entry, controls: [] });
    if (entry.kind === 'directive_control' && owner) executables.get(owner.offset)?.controls.push(entry);
  }
  return [...executables.values()];
}

/** Changes lines of the text, which keep their numbers. */
class Rewriting {
  private readonly lines: string[];
  private readonly places: ReadonlyMap<number, number>;

  constructor(
    private readonly module: BrigModule,
    private readonly host: HostDirectives,
    private readonly title: string,
  ) {
    const { text, lines } = listing(module);
    this.lines = text.split('\n');
    this.places = lines;
  }

  private lineOf(entry: BrigEntry): number {
    return (this.places.get(entry.offset) ?? 1) - 1;
  }

  executable({ entry, controls }: Executable): void {
    const added = new Map(this.host);
    for (const control of controls) {
      const name = spellingOf(CONTROLS, control.values['control'] ?? 0) ?? '';
      const host = this.host.get(name);
      if (!host) continue;
      const own = controlNumbers(this.module, control).map((number) =>
        Number.isNaN(number) ? WAVE_SIZE : BigInt(number),
      );
      const both = united(name, own, host);
      if (!both)
        throw new DirectiveMismatch(
          `${this.title}, line ${this.lineOf(control) + 1}: ${directiveText(name, own)} of the module, ` +
            `${directiveText(name, host)} of the host`,
        );
      this.lines[this.lineOf(control)] = directiveText(name, both);
      added.delete(name);
    }
    if (entry.kind !== KERNEL) return;
    const begin = this.lines.findIndex((line, index) => index >= this.lineOf(entry) && line.trim().endsWith('{'));
    this.lines[begin] += [...added].map(([name, numbers]) => ` ${directiveText(name, numbers)}`).join('');
  }

  get text(): string {
    return this.lines.join('\n');
  }
}

/**
 * The bytes of a module whose kernels have the directives of the host, too.
 * @throws DirectiveMismatch naming the line
 */
export function withHostDirectives(bytes: Uint8Array, name: string, host: HostDirectives): Uint8Array {
  if (host.size === 0) return bytes;
  const problem = contradiction(host);
  if (problem !== undefined) throw new DirectiveMismatch(`control directives of the host: ${problem}`);
  const module = readBrigFile(bytes, name);
  const rewriting = new Rewriting(module, host, name);
  for (const each of executablesOf(module)) rewriting.executable(each);
  return assemble(rewriting.text);
}
