// Programs of HPVM-C with random leaves, by seed: each prints a hash of the results of each leaf.

import { Random } from '../../emulator/random.js';
import { type CType, condition, expression, type Scope, TYPES } from './expressions.js';

const HEAD = `#include <hpvm.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT = 40, RESULTS = 4 };
#define bounded(v) ((v) > -1e6 && (v) < 1e6 && ((v) > 1e-6 || (v) < -1e-6) ? (v) : 1.5f)
static const int table[8] = {3, -1, 1 << 20, 77, -40000, 0, 255, 9};
struct mixed { char narrow; short middle; int whole; long wide; };
static inline unsigned rotate(unsigned v, unsigned n) { return v << n | v >> (-n & 31); }
static inline unsigned funnel(unsigned a, unsigned b, unsigned n) { return a << n | b >> (32 - n); }
static inline unsigned saturated(unsigned a, unsigned b) { return a > b ? a - b : 0; }
static inline int larger(int a, int b) { return a > b ? a : b; }
`;

const ROOT = (n: number): string => `
void root${n}(PARAMETERS) {
  __hpvm__hint(CPU_TARGET);
  __hpvm__attributes(2, in, out, 1, out);
  void *node = __hpvm__createNodeND(1, leaf${n}, (size_t)COUNT);
  for (unsigned input = 0; input < 5; input++)
    __hpvm__bindIn(node, input, input, 0);
}
`;

const MAIN = (count: number): string => `
static int in[COUNT], out[COUNT * RESULTS];
static struct __attribute__((packed)) {
  int *in;
  size_t in_bytes;
  int *out;
  size_t out_bytes;
  int factor;
} arguments = {in, sizeof in, out, sizeof out, 0};

static void prepare(int number) {
  unsigned seed = number + 1;
  for (int n = 0; n < COUNT; n++)
    in[n] = (int)(seed = seed * 1664525 + 1013904223) >> n % 30;
  memset(out, 0, sizeof out);
  arguments.factor = number * 7 - 3;
  llvm_hpvm_track_mem(in, sizeof in);
  llvm_hpvm_track_mem(out, sizeof out);
}

static void print(int number) {
  unsigned hash = 2166136261u;
  llvm_hpvm_request_mem(out, sizeof out);
  llvm_hpvm_untrack_mem(in);
  llvm_hpvm_untrack_mem(out);
  for (int n = 0; n < COUNT * RESULTS; n++)
    hash = (hash ^ (unsigned)out[n]) * 16777619u;
  printf("leaf%d %08x\\n", number, hash);
}

#define RUN(number)                                                                                                    \\
  prepare(number);                                                                                                     \\
  __hpvm__wait(__hpvm__launch(0, root##number, &arguments));                                                           \\
  print(number)

int main(void) {
  __hpvm__init();
${Array.from({ length: count }, (_, n) => `  RUN(${n});`).join('\n')}
  __hpvm__cleanup();
  return 0;
}
`;

class LeafWriter {
  private variables: { name: string; type: CType }[] = [];
  private names = 0;
  private readonly lines: string[] = [];

  constructor(
    private readonly random: Random,
    private readonly helpers: readonly string[],
  ) {}

  private get scope(): Scope {
    const { random, variables, helpers } = this;
    return { random, variables, arrays: ['window', 'order', 'table'], helpers };
  }

  private value(type: CType, depth = 2): string {
    const text = expression(this.scope, type, depth);
    return type === 'float' || type === 'double' ? `bounded(${text})` : text;
  }

  private declare(indent: string): void {
    const type = this.random.pick(TYPES);
    const name = `v${this.names++}`;
    this.lines.push(`${indent}${type} ${name} = (${type})${this.value(type)};`);
    this.variables.push({ name, type });
  }

  private block(indent: string, depth: number, count: number): void {
    const kept = this.variables;
    this.variables = [...kept];
    for (let n = 0; n < count; n++) this.statement(indent, depth);
    this.variables = kept;
  }

  private statement(indent: string, depth: number): void {
    const { random, scope, lines } = this;
    const inner = `${indent}  `;
    const choice = random.below(depth > 0 ? 14 : 8);
    if (choice < 3) return this.declare(indent);
    const assignable = this.variables.filter(({ name }) => !name.startsWith('('));
    if (choice < 5 && assignable.length > 0) {
      const { name, type } = random.pick(assignable);
      lines.push(`${indent}${name} = (${type})${this.value(type)};`);
    } else if (choice < 6)
      lines.push(`${indent}${random.pick(['window', 'order'])}[${this.value('int', 1)} & 7] = ${this.value('int')};`);
    else if (choice < 7)
      lines.push(`${indent}out[RESULTS * x + ${random.below(4)}] ${random.pick(['=', '^='])} ${this.value('int')};`);
    else if (choice < 8) lines.push(`${indent}${this.memory()}`);
    else if (choice < 10) {
      lines.push(`${indent}if (${condition(scope, 2)}) {`);
      this.block(inner, depth - 1, 1 + random.below(3));
      if (random.chance(0.5)) lines.push(`${indent}} else {`);
      if (lines.at(-1)?.endsWith('else {')) this.block(inner, depth - 1, 1 + random.below(2));
      lines.push(`${indent}}`);
    } else if (choice < 12) this.loop(indent, depth);
    else this.choose(indent, depth);
  }

  private memory(): string {
    const { random } = this;
    return random.pick([
      'memcpy(order, window, sizeof order);',
      `memset(window, ${random.below(3)}, ${4 * random.below(9)});`,
      `memmove(window + 1, window, ${4 * (1 + random.below(7))});`,
      `record.whole = ${this.value('int')}; record.narrow ^= record.whole; record.wide += record.middle;`,
      `record.middle += (short)${this.value('int')}; kept = record; kept.wide -= record.whole; order[3] ^= (int)kept.wide;`,
      `{ int *p = ${condition(this.scope, 1)} ? window : order; p[${this.value('int', 1)} & 3] += p[4 + (x & 3)] & 1023; }`,
      `{ int *p = ${condition(this.scope, 1)} ? in + x : out + RESULTS * x; window[2] = p[0]; }`,
      `__hpvm__atomic_${random.pick(['add', 'xor', 'max', 'or'])}(out + RESULTS * x + ${random.below(4)}, ${this.value('int')});`,
    ]);
  }

  private loop(indent: string, depth: number): void {
    const { random, lines } = this;
    const name = `i${this.names++}`;
    const bound = random.chance(0.4) ? String(1 + random.below(9)) : `(${this.value('int', 1)} & 7)`;
    lines.push(`${indent}for (int ${name} = 0; ${name} < ${bound}; ${name}++) {`);
    const kept = this.variables;
    this.variables = [...kept, { name: `(${name} + 0)`, type: 'int' }];
    this.block(`${indent}  `, depth - 1, 1 + random.below(3));
    if (random.chance(0.3))
      lines.push(`${indent}  if (${condition(this.scope, 1)}) ${random.pick(['break', 'continue'])};`);
    if (random.chance(0.5)) lines.push(`${indent}  order[${name} & 7] += window[(${name} + 1) & 7] & 65535;`);
    this.variables = kept;
    lines.push(`${indent}}`);
  }

  private choose(indent: string, depth: number): void {
    const { random, lines } = this;
    lines.push(`${indent}switch (${this.value('int', 1)} & 7) {`);
    for (let n = 0; n < 8; n += 1 + random.below(3)) {
      lines.push(`${indent}case ${n}:`);
      this.block(`${indent}  `, depth - 1, 1);
      if (random.chance(0.8)) lines.push(`${indent}  break;`);
    }
    lines.push(`${indent}}`);
  }

  write(number: number): string {
    for (let n = 0; n < 3; n++) this.declare('  ');
    for (let n = 3 + this.random.below(7); n > 0; n--) this.statement('  ', 2);
    const results = ['unsigned', 'int', 'unsigned'].map(
      (type, n) => `  out[RESULTS * x + ${n}] ^= (int)${this.value(type as CType, 1)};`,
    );
    return [
      `void leaf${number}(PARAMETERS) {`,
      '  __hpvm__hint(GPU_TARGET);',
      '  __hpvm__attributes(2, in, out, 1, out);',
      '  long x = __hpvm__getNodeInstanceID_x(__hpvm__getNode());',
      '  int window[8], order[8];',
      '  struct mixed record = {1, 2, factor, x}, kept = record;',
      '  for (int n = 0; n < 8; n++)',
      '    window[n] = in[(x + 3 * n) % COUNT], order[n] = n * factor;',
      ...this.lines,
      ...results,
      '  for (int n = 0; n < 8; n++)',
      '    out[RESULTS * x + 3] = out[RESULTS * x + 3] * 31u + (window[n] ^ order[n]) + (int)kept.wide + record.narrow;',
      '}',
    ].join('\n');
  }
}

/** A function of two integers, which leaves call. */
function helper(random: Random, name: string): string {
  const variables = ['a', 'b'].map((one) => ({ name: one, type: 'int' as const }));
  const text = expression({ random, variables, arrays: ['table'], helpers: ['larger'] }, 'int', 2);
  return `static inline int ${name}(int a, int b) { return ${text.replace(/in\[\([^)]*\) % COUNT\]/g, 'a')}; }`;
}

/** The source of a program with a number of leaves. */
export function leafProgram(seed: number, leafCount: number): string {
  const random = new Random(seed);
  const helpers = ['helper0', 'helper1'];
  const leaves = Array.from({ length: leafCount }, (_, n) => `${new LeafWriter(random, helpers).write(n)}\n${ROOT(n)}`);
  return [
    HEAD,
    '#define PARAMETERS int *in, size_t in_bytes, int *out, size_t out_bytes, int factor',
    ...helpers.map((name) => helper(random, name)),
    ...leaves,
    MAIN(leafCount),
  ].join('\n');
}
