// Rounding to integers in LLVM IR text. Southern Islands has no instructions for it in f64, and the expansion of all
// versions of the back end loses the sign of zeros (ceil, rint, round; round of f32 too) and is wrong for tiny negative
// values (floor, which becomes x - V_FRACT_F64). The intrinsics are replaced by functions that the back end inlines,
// including uses inside of libclc.

import { callLine } from '../ir/call.js';
import { readHead } from '../ir/function-head.js';
import { type IrTextModule, instructionsOf, mapOuterLines, outerLines } from '../ir/module.js';
import { readModule } from '../ir/read.js';
import { type IrPass, onInstructions } from './pass.js';

type Scalar = 'double' | 'float';

type Operation = keyof typeof BODIES;

interface Form {
  readonly operation: Operation;
  readonly width: number;
  readonly suffix: 'f64' | 'f32';
}

const TYPES: Readonly<Record<Form['suffix'], Scalar>> = { f64: 'double', f32: 'float' };

/** Bodies for a scalar %x of type T; the called functions are declared if necessary. */
const UP_OR_DOWN = (comparison: string, step: string): string => `  %t = call T @llvm.trunc.S(T %x)
  %beyond = fcmp ${comparison} T %t, %x
  %next = fadd T %t, ${step}
  %r = select i1 %beyond, T %next, T %t
  ret T %r`;
/** Adding and subtracting 2^52 rounds to even; larger values are integers, and comparisons with NaN are false. */
const TO_EVEN = `  %a = call T @llvm.fabs.S(T %x)
  %sum = fadd T %a, 0x4330000000000000
  %back = fsub T %sum, 0x4330000000000000
  %signed = call T @llvm.copysign.S(T %back, T %x)
  %small = fcmp olt T %a, 0x4330000000000000
  %r = select i1 %small, T %signed, T %x
  ret T %r`;
const AWAY = `  %t = call T @llvm.trunc.S(T %x)
  %rest = fsub T %x, %t
  %a = call T @llvm.fabs.S(T %rest)
  %up = fcmp oge T %a, 5.0e-01
  %one = select i1 %up, T 1.0, T 0.0
  %step = call T @llvm.copysign.S(T %one, T %x)
  %sum = fadd T %t, %step
  %r = call T @llvm.copysign.S(T %sum, T %x)
  ret T %r`;
const BODIES = {
  floor: UP_OR_DOWN('ogt', '-1.0'),
  ceil: UP_OR_DOWN('olt', '1.0').replace('  ret T %r', '  %s = call T @llvm.copysign.S(T %r, T %x)\n  ret T %s'),
  rint: TO_EVEN,
  nearbyint: TO_EVEN,
  roundeven: TO_EVEN,
  round: AWAY,
} as const;

const nameOf = ({ operation, width, suffix }: Form): string =>
  `atoll.${operation}.${width > 1 ? `v${width}` : ''}${suffix}`;

const isOperation = (text: string): text is Operation => Object.hasOwn(BODIES, text);
const isSuffix = (text: string): text is Form['suffix'] => text === 'f64' || text === 'f32';

/** Replaced intrinsics: all of f64, and round of f32. */
const isReplaced = (operation: Operation, suffix: Form['suffix']): boolean => suffix === 'f64' || operation === 'round';

/** The replaced intrinsic of a name, as `@llvm.floor.v2f64`; undefined for other functions. */
function formOf(callee: string): Form | undefined {
  const [prefix, operation = '', type = '', more] = callee.split('.');
  if (prefix !== '@llvm' || more !== undefined || !isOperation(operation)) return undefined;
  const suffix = type.slice(-'f64'.length);
  const vector = type.slice(0, -'f64'.length);
  if (!isSuffix(suffix) || !isReplaced(operation, suffix)) return undefined;
  return { operation, width: vector === '' ? 1 : Number(vector.slice('v'.length)), suffix };
}

/** The function that a line declares; empty for other lines. */
const declaredBy = (line: string): string => (line.startsWith('declare ') && readHead(line)?.name) || '';

/** The intrinsics that a module declares or calls, and the scalar ones of vectors. */
function formsIn(module: IrTextModule): Form[] {
  const forms = new Map<string, Form>();
  const add = (callee: string | undefined): void => {
    const form = callee === undefined ? undefined : formOf(callee);
    if (!form) return;
    for (const width of new Set([1, form.width])) forms.set(nameOf({ ...form, width }), { ...form, width });
  };
  for (const part of module.parts) {
    if (part.kind === 'lines') for (const line of part.lines) add(declaredBy(line));
    else for (const instruction of instructionsOf(part)) add(instruction.callee);
  }
  return [...forms.values()];
}

/** The function of a vector: element by element. */
function vectorBody(form: Form, scalar: Scalar): string {
  const vector = `<${form.width} x ${scalar}>`;
  const callee = nameOf({ ...form, width: 1 });
  const lines: string[] = [];
  for (let i = 0; i < form.width; i++) {
    lines.push(`  %x${i} = extractelement ${vector} %x, i32 ${i}`);
    lines.push(`  %y${i} = call ${scalar} @${callee}(${scalar} %x${i})`);
    lines.push(`  %r${i} = insertelement ${vector} ${i === 0 ? 'undef' : `%r${i - 1}`}, ${scalar} %y${i}, i32 ${i}`);
  }
  return [...lines, `  ret ${vector} %r${form.width - 1}`].join('\n');
}

function definitionOf(form: Form): string {
  const scalar = TYPES[form.suffix];
  const type = form.width > 1 ? `<${form.width} x ${scalar}>` : scalar;
  const body =
    form.width > 1
      ? vectorBody(form, scalar)
      : BODIES[form.operation].replace(/\bT\b/g, scalar).replace(/\.S\(/g, `.${form.suffix}(`);
  return `define internal ${type} @${nameOf(form)}(${type} %x) alwaysinline nounwind {\n${body}\n}\n`;
}

/** Declarations of the called functions, unless the module has them. */
function declarationsFor(declared: ReadonlySet<string>, forms: readonly Form[]): string[] {
  const suffixes = new Set(forms.map((form) => form.suffix));
  return [...suffixes].flatMap((suffix) => {
    const type = TYPES[suffix];
    const unary = ['trunc', 'fabs'].map((name) => [name, `${type}`] as const);
    return [...unary, ['copysign', `${type}, ${type}`] as const].flatMap(([name, parameters]) => {
      const callee = `@llvm.${name}.${suffix}`;
      return declared.has(callee) ? [] : [`declare ${type} ${callee}(${parameters})\n`];
    });
  });
}

const renameCalls = onInstructions(() => () => ({ call }) => {
  const form = call && formOf(call.callee);
  return form && [callLine({ ...call, callee: `@${nameOf(form)}` })];
});

/** Replaces the intrinsics of a module. */
function replaceRounding(module: IrTextModule): IrTextModule {
  const forms = formsIn(module);
  if (forms.length === 0) return module;
  const renamed = mapOuterLines(renameCalls(module), (line) => (formOf(declaredBy(line)) ? undefined : line));
  const declared = new Set([...outerLines(renamed)].map(declaredBy));
  const added = [...declarationsFor(declared, forms), ...forms.map(definitionOf)].join('\n');
  return { parts: [...renamed.parts, ...readModule(added).parts] };
}

export const f64Rounding: IrPass = {
  name: 'rounding',
  affects: 'all',
  bug: 'expansions of ffloor, fceil, frint and fround of f64 on Southern Islands',
  run: replaceRounding,
};
