// `atoll doctor`: checks the requirements of a run, and prints a fix for each missing one.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { landlockVersion } from '../../../compiler/clang/confine.js';
import { findToolchain, untestedText } from '../../../compiler/clang/toolchain.js';
import { canChangeIdentity } from '../../../compiler/request/build-credentials.js';
import type { Backend } from '../../../host/backend.js';
import { guestMemoryProblem } from '../../../host/guest-memory.js';
import { programEnvironment } from '../../../host/loader-variables.js';
import { loadNative } from '../../../host/native.js';
import { startGuest } from '../../../host/supervisor.js';
import { compilerPasses } from '../../../jit/engine/host-compiler.js';
import { describeError } from '../../../util/errors.js';
import { restoreHint } from '../../../util/installation.js';
import { pinnedNodeVersion, release, root, runtimeFolders } from '../../../util/paths.js';
import { ExitStatus } from '../../command-line/exit.js';
import { namedClang } from '../../inputs/named-clang.js';
import { checkRocm } from './rocm-checks.js';

interface Finding {
  readonly check: string;
  readonly ok: boolean;
  /** The state found, or the problem. */
  readonly text: string;
  /** The command that repairs it; empty if none is needed. */
  readonly fix: string;
  /** It works with restrictions. */
  readonly warning?: string | undefined;
  /** Optional: fewer programs run without it. */
  readonly optional?: boolean;
}

/** Version and origin of Node, and the result of a test of its compiler. */
function checkNode(): Finding {
  const ok = compilerPasses();
  const pinned = process.versions.node === pinnedNodeVersion ? 'the tested version' : 'not the version of Atoll';
  const verdict = ok ? 'its compiler passes' : 'its compiler generates wrong code for kernels';
  return {
    check: 'node',
    ok,
    text: `Node ${process.versions.node} (V8 ${process.versions.v8}) of ${process.execPath}, ${pinned}; ${verdict}`,
    fix: ok ? '' : 'start Atoll with bin/atoll, which has its own Node',
  };
}

function checkAddon(): Finding {
  try {
    loadNative();
    return { check: 'addon', ok: true, text: 'the native addon loads', fix: '' };
  } catch (error) {
    return { check: 'addon', ok: false, text: describeError(error), fix: restoreHint() };
  }
}

const runtimeFinding = (check: string, folder: string, ok: boolean, optional: boolean): Finding => ({
  check,
  ok,
  optional,
  text: ok ? join(folder, 'libOpenCL.so.1') : `no libOpenCL.so.1 for ${folder} programs`,
  fix: ok ? '' : restoreHint(optional ? 'apt-get install gcc-multilib g++-multilib' : undefined),
});

function checkRuntime(): Finding[] {
  const folders = runtimeFolders();
  const find = (abi: string) => folders.find((folder) => folder.endsWith(abi));
  return [
    runtimeFinding('runtime', find('x86_64') ?? 'x86-64', find('x86_64') !== undefined, false),
    runtimeFinding('runtime 32 bit', find('i386') ?? 'i386', find('i386') !== undefined, true),
  ];
}

const emptyProgram = ['/bin/true', '/usr/bin/true'].find(existsSync) ?? 'true';
const emptyGuest = { file: emptyProgram, argv: [emptyProgram], env: {}, cwd: '/', devices: [] };

/** Runs an empty program under an interception, as a run does first. */
async function checkInterception(check: string, backend: Backend, fix: string): Promise<Finding> {
  const optional = backend === 'notify';
  try {
    const program = emptyProgram;
    const guest = startGuest({ ...emptyGuest, backend });
    const { code } = await guest.exited;
    return {
      check,
      ok: code === 0,
      optional,
      text: `${program} under ${check}: status ${code}`,
      fix: code === 0 ? '' : fix,
    };
  } catch (error) {
    return { check, ok: false, optional, text: describeError(error), fix };
  }
}

/** The back end of a run without --backend. */
async function checkBackend(): Promise<Finding> {
  const check = 'back end';
  let failure = '';
  const onFallback = (reason: string) => {
    failure = `: ${reason}`;
  };
  try {
    const guest = startGuest({ ...emptyGuest, onFallback });
    await guest.exited;
    return { check, ok: true, text: `--backend auto selects ${guest.backend}${failure}`, fix: '' };
  } catch (error) {
    return { check, ok: false, text: describeError(error), fix: TRACE_FIX };
  }
}

/** @param named compiler of --clang */
export function checkCompiler(named: string | undefined, find: typeof findToolchain = findToolchain): Finding {
  const { available, text, fix, toolchain } = find(namedClang(named));
  return { check: 'clang and libclc', ok: available, text, fix, warning: toolchain && untestedText(toolchain) };
}

/** Checks that memory of programs can be read, for requests and paths. */
function checkMemory(): Finding {
  const problem = guestMemoryProblem(loadNative());
  return { check: 'memory of programs', ok: !problem, text: problem ?? 'can be read', fix: problem ? MEMORY_FIX : '' };
}

/** Confinement of compilers to the access rights of the program (docs/trust.md). */
function checkConfinement(): Finding {
  const check = 'builds as the program';
  const version = landlockVersion();
  if (version === undefined)
    return { check, ok: false, text: 'the helper process for compilers is missing', fix: restoreHint() };
  let identity = 'limits of the program (it has our user)';
  try {
    if (canChangeIdentity()) identity = 'user, groups and limits of the program';
  } catch (error) {
    return { check, ok: false, text: `/proc cannot be read: ${describeError(error)}`, fix: 'mount -t proc proc /proc' };
  }
  const landlock =
    version > 0 ? `Landlock ${version}` : 'no Landlock: programs with another root folder cannot compile';
  return {
    check,
    ok: version > 0,
    optional: true,
    text: `${identity}; ${landlock}`,
    fix: version > 0 ? '' : LANDLOCK_FIX,
  };
}

const LANDLOCK_FIX = 'needs Linux 5.13 or newer with landlock among its security modules';
const MEMORY_FIX =
  'allow process_vm_readv and process_vm_writev (in a container: --cap-add=SYS_PTRACE), and mount /proc';
const TRACE_FIX =
  'allow ptrace (in a container: --cap-add=SYS_PTRACE; sysctl kernel.yama.ptrace_scope <= 1) and seccomp';
const NOTIFY_FIX =
  'needs Linux 5.9 or newer (5.19 to be selected automatically); everything but --debuggable works without it';

async function findings(clang: string | undefined): Promise<Finding[]> {
  const addon = checkAddon();
  const host = addon.ok
    ? [
        await checkInterception('ptrace and seccomp', 'trace', TRACE_FIX),
        await checkInterception('seccomp notification', 'notify', NOTIFY_FIX),
        await checkBackend(),
        checkMemory(),
      ]
    : [];
  return [
    checkNode(),
    addon,
    ...checkRuntime(),
    ...host,
    checkCompiler(clang),
    checkConfinement(),
    checkRocm(programEnvironment(process.env)),
  ];
}

export interface DoctorFlags {
  readonly json?: boolean;
  readonly clang?: string;
}

export async function doctor({ json, clang }: DoctorFlags): Promise<void> {
  const list = await findings(clang);
  const broken = list.some(({ ok, optional }) => !ok && !optional);
  if (json)
    process.stdout.write(`${JSON.stringify({ schema: 1, release, root, ok: !broken, checks: list }, null, 2)}\n`);
  else {
    for (const { check, ok, text, fix, warning, optional } of list) {
      const mark = ok ? 'ok     ' : optional ? 'absent ' : 'MISSING';
      process.stdout.write(`${mark} ${check}: ${text}\n${fix ? `        fix: ${fix}\n` : ''}`);
      if (warning !== undefined) process.stdout.write(`        warning: ${warning}\n`);
    }
  }
  process.exitCode = broken ? ExitStatus.CHECK_FAILED : ExitStatus.OK;
}
