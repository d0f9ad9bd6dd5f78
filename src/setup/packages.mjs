// The Debian packages that a task needs: finds what is missing and installs it, or says which command does.

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { SetupError, say } from './steps.mjs';

const inPath = (name) =>
  (process.env.PATH ?? '').split(':').some((folder) => folder && existsSync(`${folder}/${name}`));
const exists = (...paths) => paths.some((path) => existsSync(path));
const libclc = () =>
  existsSync('/usr/lib/clc') && readdirSync('/usr/lib/clc').some((name) => name.startsWith('tahiti-amdgcn'));
const { preference } = JSON.parse(readFileSync(new URL('./clang-versions.json', import.meta.url), 'utf8'));
/**
 * The compiler is of its library's version. Debian's libclc packages exclude each other: one that is there stays there.
 */
const clangVersion = preference.find((version) => existsSync(`/usr/share/doc/libclc-${version}`)) ?? preference[0];
const fittingClang = () =>
  inPath(`clang-${clangVersion}`) || (isForeign() && preference.some((version) => inPath(`clang-${version}`)));
/** A libclc that is not from a package of Debian's. */
const isForeign = () => libclc() && !existsSync(`/usr/share/doc/libclc-${clangVersion}`);
/**
 * LLVM's assembler, optimiser and linker, that tests compare with: of one version, as what they accept has changed
 * (test/isa/llvm-mc.ts).
 */
const LLVM_TOOLS = 16;
const llvmTools = () => exists(`/usr/lib/llvm-${LLVM_TOOLS}/bin/llvm-mc`);
/** True if the system's compiler can link a program. */
const links = (source, ...flags) =>
  spawnSync('g++', [...flags, '-x', 'c++', '-', '-o', '/dev/null'], { input: source }).status === 0;
const hasIcd = (word) =>
  exists('/etc/OpenCL/vendors') && readdirSync('/etc/OpenCL/vendors').some((name) => name.includes(word));

/** Each need: how to see that it is met, and the package that meets it. */
const NEEDS = {
  compiler: [() => inPath('g++'), 'g++'],
  make: [() => inPath('make'), 'make'],
  python: [() => inPath('python3'), 'python3'],
  clang: [fittingClang, `clang-${clangVersion}`],
  libclc: [libclc, `libclc-${clangVersion}`],
  headers: [() => exists('/usr/include/CL/cl.h'), 'opencl-headers'],
  loader: [() => links('int main() {}', '-Wl,--no-as-needed', '-lOpenCL'), 'ocl-icd-opencl-dev'],
  pocl: [() => hasIcd('pocl'), 'pocl-opencl-icd'],
  clinfo: [() => inPath('clinfo'), 'clinfo'],
  assembler: [llvmTools, `llvm-${LLVM_TOOLS}`],
  linker: [() => exists(`/usr/lib/llvm-${LLVM_TOOLS}/bin/ld.lld`), `lld-${LLVM_TOOLS}`],
  // Older ones end with a signal at what a newer compiler writes.
  dumper: [() => exists(`/usr/lib/llvm-${clangVersion}/bin/llvm-dwarfdump`), `llvm-${clangVersion}`],
  spirv: [() => inPath('spirv-as') && exists('/usr/include/spirv'), 'spirv-tools spirv-headers'],
  zsh: [() => inPath('zsh'), 'zsh'],
  fish: [() => inPath('fish'), 'fish'],
  groff: [() => inPath('groff'), 'groff-base'],
  rocminfo: [() => inPath('rocminfo'), 'rocminfo'],
  hip: [() => inPath('hipcc'), 'hipcc'],
  rocrand: [() => exists('/usr/include/rocrand/rocrand.h'), 'librocrand-dev'],
  rocprim: [() => exists('/usr/include/rocprim/rocprim.hpp'), 'librocprim-dev'],
  browser: [() => inPath('chromium') && inPath('chromedriver'), 'chromium chromium-driver'],
  clblast: [() => inPath('clblast_test_xdot') && inPath('clblast_tuner_xdot'), 'clblast-tests clblast-utils'],
  clfft: [() => inPath('clFFT-client'), 'clfft-client'],
  clpeak: [() => inPath('clpeak'), 'clpeak'],
  hashcat: [() => inPath('hashcat'), 'hashcat'],
  ffmpeg: [() => inPath('ffmpeg'), 'ffmpeg'],
  pyopencl: [() => exists('/usr/lib/python3/dist-packages/pyopencl'), 'python3-pyopencl'],
  opencv: [() => exists('/usr/share/doc/python3-opencv'), 'python3-opencv'],
  lcov: [() => inPath('lcov') && inPath('genhtml'), 'lcov'],
  multilib: [() => links('#include <vector>\nint main() {}', '-m32'), 'gcc-multilib g++-multilib'],
};

export const FOR_DEMO = ['compiler', 'make', 'python', 'clang', 'libclc', 'headers', 'loader'];
const SHELLS = ['zsh', 'fish', 'groff'];
export const FOR_TESTS = [
  ...FOR_DEMO,
  'pocl',
  'clinfo',
  'assembler',
  'linker',
  'dumper',
  'spirv',
  ...SHELLS,
  'multilib',
  'browser',
  'lcov',
];
/** Packages that build and run programs for ROCm; only their tests need them. */
export const FOR_ROCM = ['rocminfo', 'hip', 'rocrand', 'rocprim'];

/** Programs that others have written, which benchmarks/situations runs. */
export const FOR_CLIENTS = ['pocl', 'clinfo', 'clblast', 'clfft', 'clpeak', 'hashcat', 'ffmpeg', 'pyopencl', 'opencv'];

const missingPackages = (needs) =>
  needs.filter((need) => !NEEDS[need][0]()).flatMap((need) => NEEDS[need][1].split(' '));

function apt(prefix, args) {
  const [file, ...rest] = [...prefix, 'apt-get', ...args];
  return spawnSync(file, rest, {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' },
    maxBuffer: 1 << 28,
  });
}

/**
 * Size of an installation, from apt's text: "Need to get 99.1 MB of archives. After this operation, 493 MB of
 * additional disk space will be used."
 */
function sizeOf(prefix, packages) {
  const { stdout } = apt(prefix, ['install', '--no-install-recommends', '--assume-no', ...packages]);
  return (stdout ?? '')
    .split('\n')
    .filter((line) => /Need to get|additional disk space/.test(line))
    .join(' ');
}

/** Installs what is missing of the needs; throws with the command for the person when it cannot. */
export function ensurePackages(needs) {
  const packages = missingPackages(needs);
  if (packages.length === 0) return;
  const advice = `apt-get update && apt-get install --no-install-recommends ${packages.join(' ')}`;
  const isRoot = process.getuid?.() === 0;
  if (!inPath('apt-get'))
    throw new SetupError(
      `missing packages (Debian names): ${packages.join(' ')}\n  install them with your package manager`,
    );
  const prefix = isRoot ? [] : ['sudo', '-n'];
  if (!isRoot && (!inPath('sudo') || spawnSync('sudo', ['-n', 'true']).status !== 0)) {
    throw new SetupError(`missing Debian packages: ${packages.join(' ')}\n  run as root: ${advice}`);
  }
  apt(prefix, ['update', '-qq']);
  say(`installing Debian packages: ${packages.join(' ')}`);
  say(sizeOf(prefix, packages) || 'apt gives no size');
  const { status, stderr } = apt(prefix, ['install', '-y', '--no-install-recommends', ...packages]);
  if (status !== 0) {
    const reason = (stderr ?? '').trim().split('\n').slice(-5).join('\n');
    throw new SetupError(`cannot install ${packages.join(' ')}\n${reason}\n  run as root, with network: ${advice}`);
  }
}
