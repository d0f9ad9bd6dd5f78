// `atoll doctor` shows the back end of a run, and why it is not the preferred one.

import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { checkRocm } from '../../../../src/cli/commands/doctor/rocm-checks.js';
import { root } from '../../../../src/util/paths.js';
import { scratchFolder } from '../../atoll.js';

const SECCOMP = 317;
const PROCESS_VM_READV = 310;
/** SECCOMP_SET_MODE_FILTER, and the flags of a listener (native/filter.cc). */
const [SET_FILTER, LISTENER] = [1, 44];

interface Report {
  readonly checks: readonly { readonly check: string; readonly ok: boolean; readonly text: string }[];
}

type Rules = readonly (readonly (number | null)[])[];

const MAIN = join(root, 'dist/src/cli/main.js');
const wrapperOf = (rules: Rules): string[] => [join(root, 'test/host/old-kernel.py'), JSON.stringify(rules)];

function doctor(rules: Rules): Report {
  const wrapper = wrapperOf(rules);
  const command = [process.execPath, MAIN, 'doctor', '--json'];
  return JSON.parse(spawnSync('python3', [...wrapper, ...command], { encoding: 'utf8' }).stdout) as Report;
}

const textOf = ({ checks }: Report, name: string) => checks.find(({ check }) => check === name)?.text;

test('notifications where the kernel has them', (t) => {
  const report = doctor([]);
  t.is(textOf(report, 'back end'), '--backend auto selects notify');
});

test('ptrace stops where the listener is taken: no failure, and the reason is printed', (t) => {
  const report = doctor([[SECCOMP, SET_FILTER, LISTENER, constants.errno.EBUSY]]);
  t.regex(textOf(report, 'back end') ?? '', /^--backend auto selects trace: seccomp notifications are in use/);
  const ok = (name: string) => report.checks.find(({ check }) => check === name)?.ok;
  t.deepEqual(['ptrace and seccomp', 'seccomp notification', 'back end'].map(ok), [true, false, true]);
});

test('unreadable memory of programs is reported by doctor and by a run', (t) => {
  const rules = [[PROCESS_VM_READV, null, null, constants.errno.EPERM]];
  const report = doctor(rules);
  const finding = report.checks.find(({ check }) => check === 'memory of programs');
  t.like(finding, { ok: false, text: 'process_vm_readv is refused (EPERM): programs find no simulated device' });
  const command = [process.execPath, MAIN, 'run', '--', '/bin/true'];
  const { status, stderr } = spawnSync('python3', [...wrapperOf(rules), ...command], { encoding: 'utf8' });
  t.is(status, 0);
  t.regex(stderr, /process_vm_readv is refused \(EPERM\): .*; run atoll doctor/);
});

const canMount =
  process.getuid!() === 0 && spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'none', '/proc']).status === 0;

(canMount ? test : test.skip)('without /proc doctor says so', (t) => {
  const script = 'mount -t tmpfs none /proc && exec "$0" "$1" doctor --json';
  const { stdout, stderr } = spawnSync('unshare', ['--mount', 'sh', '-c', script, process.execPath, MAIN], {
    encoding: 'utf8',
  });
  const text = (name: string): string => textOf(JSON.parse(stdout) as Report, name) ?? '';
  t.regex(text('memory of programs'), /^\/proc is not mounted/, stderr);
  t.regex(text('builds as the program'), /^\/proc cannot be read/, stderr);
});

test('ROCm: doctor lists installed and missing parts, which are optional', (t) => {
  const folder = scratchFolder(t);
  const [bin, lib] = [join(folder, 'bin'), join(folder, 'lib')];
  for (const each of [bin, lib]) mkdirSync(each);
  const look = () => checkRocm({ PATH: bin }, [lib]);
  t.like(look(), { ok: false, optional: true });
  t.regex(look().text, /no libhsa-runtime64\.so\.1.*; no rocminfo, no hipcc in PATH/);
  writeFileSync(join(lib, 'libhsa-runtime64.so.1'), '');
  writeFileSync(join(bin, 'rocminfo'), '');
  t.like(look(), {
    ok: true,
    text: `${lib}/libhsa-runtime64.so.1, ${bin}/rocminfo; no hipcc in PATH`,
    fix: 'apt-get install rocminfo hipcc (only for programs of ROCm)',
  });
  writeFileSync(join(bin, 'hipcc'), '');
  t.like(look(), { ok: true, fix: '' });
  t.true(checkRocm({ PATH: bin, LD_LIBRARY_PATH: lib }, []).ok);
});
