// What bundles load in the place of node:child_process: the module itself is loaded by the first call. The parser of
// command lines requires it, and most runs start no process by it.

for (const name of ['spawn', 'spawnSync', 'execFile', 'execFileSync'])
  exports[name] = (...args) => process.getBuiltinModule('node:child_process')[name](...args);
