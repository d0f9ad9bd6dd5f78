// Names, declarations, variables, labels, registers and directives: what is refused, with line and column.

import test from 'ava';
import { assemble } from '../../src/hsail/text/assembler.js';

const HEADER = 'module &m:1:0:$full:$large:$default;\n';
const IMAGES = 'extension "IMAGE";\n';
const inFunction = (body: string): string => `decl function &g()();\nfunction &f()(arg_u32 %a)\n{\n${body}\n};`;
const IMAGE = 'geometry = 2d, width = 4, height = 3, channel_type = float, channel_order = rgba';

function refused(cases: readonly (readonly [string, RegExp])[]) {
  return (t: import('ava').ExecutionContext) => {
    for (const [text, message] of cases) t.throws(() => assemble(HEADER + text), { message }, text);
  };
}

test(
  'names are unique in their scope',
  refused([
    ['global_u32 &x; global_u32 &x;', /^2:27: the name &x is there already/],
    ['global_u32 &x; fbarrier &x;', /the name &x is there already/],
    ['kernel &k() {}; kernel &k() {};', /^2:24: the name &k is there already/],
    [inFunction('global_u32 %x; fbarrier %x;'), /the name %x is there already/],
    [inFunction('global_u32 %a;'), /the name %a is there already/],
    [inFunction('{ arg_u32 %x; arg_u32 %x; call &g () (); }'), /the name %x is there already/],
    ['global_u32 %x;', /the name %x must begin with &/],
  ]),
);

test(
  'declarations and definitions are the same',
  refused([
    ['decl global_u32 &x; global_s32 &x;', /&x differs from its other declaration/],
    ['decl prog global_u32 &x; global_u32 &x;', /&x differs/],
    ['decl function &f()(arg_u32 %x); function &f()(arg_f32 %x) {};', /&f differs/],
    ['decl function &f()(); kernel &f() {};', /the name &f is there already/],
  ]),
);

test(
  'variables have types, segments and initial values that fit',
  refused([
    ['align(2) global_u32 &x;', /&x: its alignment is less than that of u32/],
    ['group_u32 &x = 1;', /only variables of global and readonly have an initial value/],
    ['decl global_u32 &x = 1;', /a declaration has no initial value/],
    ['const group_u32 &x;', /only variables of global and readonly can be const/],
    ['global_u32 &x[] = s32[](1, 2);', /its initial value of type s32 is no u32\[\]/],
    ['global_u32 &x[3] = u32[](1, 2);', /its initial value has 8 bytes instead of 12/],
    ['global_sig32 &x;', /the large machine model has no sig32/],
    ['global_roimg &x;', /roimg needs the extension IMAGE/],
    [`${IMAGES}private_roimg &x;`, /variables of type roimg must be in one of/],
    ['kernel &k(arg_u32 %x) {};', /its segment is arg, and must be kernarg/],
    [inFunction('{ group_u32 %x; call &g () (); }'), /its segment is group, and must be arg/],
  ]),
);

test(
  'images and samplers have their properties once',
  refused([
    [`${IMAGES}alloc(agent) global_roimg &i = roimg(${IMAGE}, width = 4);`, /^3:\d+: width is there already/],
    [
      `${IMAGES}alloc(agent) global_roimg &i = roimg(${IMAGE.replace(', channel_type = float', '')});`,
      /no channel_type/,
    ],
    [`${IMAGES}alloc(agent) global_roimg &i = roimg(${IMAGE.replace(' height = 3,', '')});`, /2d has a size height/],
    [`${IMAGES}alloc(agent) global_roimg &i = roimg(${IMAGE}, depth = 2);`, /2d has no size depth/],
    [
      `${IMAGES}alloc(agent) global_roimg &i = roimg(${IMAGE.replace('4', '-4')});`,
      /a number is expected instead of -/,
    ],
    [`${IMAGES}alloc(agent) global_samp &s = samp(coord = normalized, filter = linear);`, /samp has no addressing/],
  ]),
);

test(
  'labels, registers and vectors have limits',
  refused([
    [inFunction('{ call &g () (); @l: }\nbr @l;'), /^6:1: the label @l is in another scope/],
    [inFunction('mov_b1 $c128, $c0;'), /^5:1: there are more than 128 control registers/],
    [inFunction('mov_b32 $s999, $s0;\nmov_b64 $d523, $d0;\nmov_b64 $d524, $d0;'), /^7:1: .*more than 2048 words/],
    [inFunction('ld_v3_global_u32 ($s0, $s1), [$d0];'), /^5:18: _v2 must be in the mnemonic/],
    [inFunction('ld_global_u32 ($s0, $s1), [$d0];'), /^5:15: _v2 must be in the mnemonic/],
    [inFunction('ld_v2_global_u32 $s0, [$d0];'), /must be in the mnemonic/],
    [inFunction('ld_arg_u32 $s0, [%a][4];'), /it is outside of its variable of 4 bytes/],
    [inFunction('ld_arg_u32 $s0, [$s1];'), /it has no variable/],
  ]),
);

const inCall = (body: string): string =>
  `decl function &g(arg_u32 %r)(arg_u32 %x, arg_u8 %y[]);\nsignature &s(arg_u32)(arg_u32);\nkernel &k()\n{\n{\n${body}\n}\n};`;

test(
  'arguments of calls are those of the function',
  refused([
    [inCall('arg_u32 %a; arg_u8 %b[3]; call &g () (%a, %b);'), /^7:27: call: &g has 1 results, and the call 0/],
    [inCall('arg_u32 %a; call &g (%a) (%a);'), /&g has 2 inputs, and the call 1/],
    [inCall('arg_u32 %a; arg_f32 %f; arg_u8 %b[3]; call &g (%a) (%f, %b);'), /%f has type f32 instead of u32 of &g/],
    [inCall('arg_u32 %a; call &g (%a) (%a, %a);'), /%a has type u32 instead of u8\[\] of &g/],
    [inCall('arg_u32 %a; align(8) arg_u8 %b[3]; call &g (%a) (%a, %b);'), /%b has another alignment/],
    [inCall('arg_u32 %a; scall_u32 $s0 () (%a) [&g];'), /scall: &g has 1 results/],
    [inCall('arg_u32 %a; icall_u64 $d0 (%a) () &s;'), /icall: &s has 1 inputs, and the call 0/],
  ]),
);

test(
  'directives stand in their place and have their arguments',
  refused([
    ['requireddim 2;', /^2:1: requireddim does not stand at the begin of a body/],
    ['kernel &k() { nop; requireddim 2; };', /requireddim does not stand at the begin/],
    ['kernel &k() { requireddim 4; };', /^2:15: an argument of requireddim is 4, and must be between 1 and 3/],
    ['kernel &k() { requiredgridsize 1, 2; };', /has 2 arguments instead of 3/],
    ['kernel &k() { maxflatgridsize +1; };', /an integer without a sign is expected/],
    ['global_u32 &x; extension "IMAGE";', /an extension stands behind other directives/],
    ['module &n:1:0:$full:$large:$default;', /^2:36: there is a second module directive/],
  ]),
);

test('modules that obey these rules are accepted', (t) => {
  const texts = [
    'decl function &f()(arg_u32 %x); function &f()(arg_u32 %y) {}; decl function &f()(arg_u32 %z);',
    'decl global_u32 &x[]; global_u32 &x[4];',
    inFunction('{ arg_u32 %a; call &g () (); }\n{ arg_u32 %a; call &g () (); }'),
    inFunction('mov_b32 $s1000, $s0;\nmov_b64 $d522, $d0;\nmov_b1 $c127, $c0;'),
    'kernel &k() { requireddim 3; maxdynamicgroupsize 0; };',
    `${IMAGES}alloc(agent) global_roimg &i = roimg(${IMAGE});`,
    inCall('arg_u32 %a; arg_u8 %b[3]; call &g (%a) (%a, %b); icall_u64 $d0 (%a) (%a) &s;'),
  ];
  for (const text of texts) t.notThrows(() => assemble(HEADER + text), text);
});
