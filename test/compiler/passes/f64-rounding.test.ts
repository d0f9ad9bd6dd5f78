// Rounding intrinsics in IR text are replaced by functions that are right for zeros; llvm's own assembler takes the
// result.

import { execFileSync } from 'node:child_process';
import test from 'ava';
import { findToolchain } from '../../../src/compiler/clang/toolchain.js';
import { changeText } from '../../../src/compiler/ir/write.js';
import { f64Rounding } from '../../../src/compiler/passes/f64-rounding.js';

const replaceRounding = (text: string): string => changeText(text, f64Rounding.run);

const IR = `define double @f(double %x, <2 x double> %v, float %y, ptr addrspace(1) %p) {
  %a = call double @llvm.floor.f64(double %x)
  %b = tail call nnan <2 x double> @llvm.ceil.v2f64(<2 x double> %v) #0
  store <2 x double> %b, ptr addrspace(1) %p, align 16
  %c = call float @llvm.round.f32(float %y)
  %d = call float @llvm.floor.f32(float %c)
  %e = fpext float %d to double
  %g = fadd double %a, %e
  %h = call double @llvm.rint.f64(double %g)
  ret double %h
}
declare double @llvm.floor.f64(double) #0
declare <2 x double> @llvm.ceil.v2f64(<2 x double>) #0
declare float @llvm.round.f32(float) #0
declare float @llvm.floor.f32(float) #0
declare double @llvm.rint.f64(double) #0
declare double @llvm.trunc.f64(double) #0
attributes #0 = { nounwind }
`;

test('all of f64 and round of f32 are replaced; the text stays valid', (t) => {
  const text = replaceRounding(IR);
  t.deepEqual([...new Set(text.match(/@llvm\.(?:floor|ceil|rint|round)\.\w+/g))], ['@llvm.floor.f32']);
  t.is(text.match(/^define internal/gm)?.length, 5);
  t.is(text.match(/^declare double @llvm\.trunc\.f64/gm)?.length, 1);
  const { toolchain } = findToolchain(process.env['ATOLL_CLANG']);
  const args = ['-x', 'ir', '-', '-target', 'amdgcn--', '-mcpu=tahiti', '-nogpulib', '-emit-llvm', '-S', '-o', '-'];
  // LLVM 14 writes the types of pointers' targets.
  const input = toolchain!.version >= 15 ? text : text.replaceAll('ptr addrspace(1)', '<2 x double> addrspace(1)*');
  const out = execFileSync(toolchain!.clang, args, {
    input,
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  t.regex(out, /@f\(/);
});

test('a text without them is left alone', (t) => {
  const plain = 'define float @f(float %x) {\n  %r = call float @llvm.floor.f32(float %x)\n  ret float %r\n}\n';
  t.is(replaceRounding(plain), plain);
});
