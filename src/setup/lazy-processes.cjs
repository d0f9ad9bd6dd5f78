// Replacement of node:child_process in bundles: the module itself is loaded at the first access. The parser of
// command lines requires it, and most runs start no process by it. The functions are the module's own: promisify looks
// for a property of them.

for (const name of ['ChildProcess', 'exec', 'execFile', 'execFileSync', 'execSync', 'fork', 'spawn', 'spawnSync'])
  Object.defineProperty(exports, name, {
    enumerable: true,
    get: () => process.getBuiltinModule('node:child_process')[name],
  });
