// Control directives of the host of an HSA program: they become those of its kernels, and contradictions are refused.

import test from 'ava';
import { readControlDirectives } from '../../src/driver/kfd/finalizer/control-directives.js';
import { readBrigFile } from '../../src/hsail/brig/reader.js';
import { assemble } from '../../src/hsail/text/assembler.js';
import { disassemble } from '../../src/hsail/text/disassembler.js';
import {
  DirectiveMismatch,
  type HostDirectives,
  isDirectiveMismatch,
  withHostDirectives,
} from '../../src/hsail/text/host-directives.js';

const TEXT = `module &m:1:0:$full:$large:$default;
decl prog kernel &elsewhere(kernarg_u64 %x);
prog kernel &plain(
  kernarg_u64 %x,
  kernarg_u32 %y)
{
  ret;
};
function &f()()
{
  maxdynamicgroupsize 64;
  ret;
};
prog kernel &limited()
{
  requireddim 2;
  maxflatgridsize 1000;
  enabledetectexceptions 1;
  ret;
};
`;

const bytes = assemble(TEXT);
const directivesIn = (host: Record<string, readonly bigint[]>): readonly string[] => {
  const changed = withHostDirectives(bytes, 'm', new Map(Object.entries(host)));
  const text = disassemble(readBrigFile(changed, 'm'));
  const kernels = [...text.matchAll(/kernel &(?:plain|limited)[^{]*\{([^}]*)\}/g)];
  return kernels.map(([, body = '']) =>
    [...body.matchAll(/(?:m|require|enable)[a-z]+[^;]*/g)].map(([each]) => each).join(', '),
  );
};

test('directives of the host are those of every kernel', (t) => {
  t.is(withHostDirectives(bytes, 'm', new Map()), bytes);
  t.deepEqual(directivesIn({ requireddim: [2n], maxdynamicgroupsize: [64n] }), [
    'requireddim 2, maxdynamicgroupsize 64',
    'maxdynamicgroupsize 64, requireddim 2, maxflatgridsize 1000, enabledetectexceptions 1',
  ]);
  t.deepEqual(
    directivesIn({ requiredworkgroupsize: [8n, 4n, 1n], requirenopartialworkgroups: [] })[0],
    'requiredworkgroupsize 8, 4, 1, requirenopartialworkgroups',
  );
});

test('exceptions of host and kernel are united, and the smaller limit counts', (t) => {
  const [plain, limited] = directivesIn({ enabledetectexceptions: [2n], maxflatgridsize: [500n] });
  t.is(plain, 'enabledetectexceptions 2, maxflatgridsize 500');
  t.is(limited, 'requireddim 2, maxflatgridsize 500, enabledetectexceptions 3');
});

for (const [title, host, message] of [
  [
    'another number of dimensions',
    { requireddim: [3n] },
    /line 2\d: requireddim 2; of the module, requireddim 3; of the host/,
  ],
  ['a limit above that of the module', { maxflatgridsize: [2000n] }, /maxflatgridsize 1000; of the module/],
  ['another size in a function', { maxdynamicgroupsize: [32n] }, /maxdynamicgroupsize 64; of the module/],
  ['four dimensions', { requireddim: [4n] }, /requireddim is 4/],
  [
    'a work-group that exceeds its limit',
    { requiredworkgroupsize: [64n, 2n, 1n], maxflatworkgroupsize: [64n] },
    /exceeds/,
  ],
  ['sizes in more dimensions', { requireddim: [1n], requiredgridsize: [4n, 2n, 1n] }, /more dimensions/],
  ['a size of 0', { requiredgridsize: [4n, 0n, 1n] }, /a size of 0/],
] as const)
  test(`${title} is a mismatch`, (t) => {
    const directives: HostDirectives = new Map(Object.entries(host));
    const error = t.throws(() => withHostDirectives(bytes, 'm', directives), { message });
    t.true(isDirectiveMismatch(error) && error instanceof DirectiveMismatch);
  });

test('the structure of the host is read by its bits and values', (t) => {
  const view = new DataView(new ArrayBuffer(144));
  t.is(readControlDirectives(view).size, 0);
  view.setBigUint64(0, (1n << 9n) | (1n << 3n), true);
  view.setUint16(10, 16, true);
  view.setUint32(56, 8, true);
  view.setUint32(60, 4, true);
  view.setUint32(64, 2, true);
  t.deepEqual(
    [...readControlDirectives(view)],
    [
      ['enabledetectexceptions', [16n]],
      ['maxdynamicgroupsize', [0n]],
      ['requiredworkgroupsize', [8n, 4n, 2n]],
      ['requirenopartialworkgroups', []],
    ],
  );
  view.setUint16(8, 1, true);
  t.throws(() => readControlDirectives(view), { code: 'UNSUPPORTED', message: /BREAK/ });
});
