// Functions of LLVM and of its target amdgcn as HSAIL.

import { BIT_INTRINSICS } from './bit-intrinsics.js';
import { BLOCK_INTRINSICS } from './block-intrinsics.js';
import { FLOAT_INTRINSICS } from './float-intrinsics.js';
import type { IntrinsicRule } from './intrinsic-rule.js';
import { I32 } from './parts.js';

const nothing: IntrinsicRule = () => [];
const query =
  (name: string, dimension?: number): IntrinsicRule =>
  ({ scope }) => [scope.operate(`${name}_u32`, I32, dimension === undefined ? [] : [`${dimension}`], 'u32')];

const LAUNCH_INTRINSICS: Readonly<Record<string, IntrinsicRule>> = {
  'llvm.amdgcn.workitem.id.x': query('workitemid', 0),
  'llvm.amdgcn.workitem.id.y': query('workitemid', 1),
  'llvm.amdgcn.workitem.id.z': query('workitemid', 2),
  'llvm.amdgcn.workgroup.id.x': query('workgroupid', 0),
  'llvm.amdgcn.workgroup.id.y': query('workgroupid', 1),
  'llvm.amdgcn.workgroup.id.z': query('workgroupid', 2),
  'llvm.amdgcn.implicitarg.ptr': () => [{ type: { kind: 'pointer', bits: 64, space: 4 }, value: { launchOffset: 0n } }],
  'llvm.amdgcn.s.barrier': ({ scope }) => {
    scope.code.effect('barrier', []);
    return [];
  },
};

const IGNORED = [
  'llvm.lifetime.start',
  'llvm.lifetime.end',
  'llvm.assume',
  'llvm.donothing',
  'llvm.sideeffect',
  'llvm.prefetch',
  'llvm.experimental.noalias.scope.decl',
  'llvm.dbg.value',
  'llvm.dbg.declare',
  'llvm.invariant.end',
];

const RULES: Readonly<Record<string, IntrinsicRule>> = {
  ...LAUNCH_INTRINSICS,
  ...BIT_INTRINSICS,
  ...FLOAT_INTRINSICS,
  ...BLOCK_INTRINSICS,
  ...Object.fromEntries(IGNORED.map((name) => [name, nothing])),
  'llvm.expect': ({ sources }) => sources[0]!,
};

const TYPE_SUFFIX = /\.(?:nx)?(?:v\d+)?(?:[if]\d+|p\d+)$/;

/** The rule of a name, without the types behind it. */
export function intrinsicRule(name: string): IntrinsicRule | undefined {
  for (let base = name; ; base = base.replace(TYPE_SUFFIX, '')) {
    const rule = Object.hasOwn(RULES, base) ? RULES[base] : undefined;
    if (rule || !TYPE_SUFFIX.test(base)) return rule;
  }
}
