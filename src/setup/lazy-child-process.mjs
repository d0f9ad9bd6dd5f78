// What the snapshot has in the place of node:child_process, which must not be in it (src/setup/snapshot.mjs): the module itself is loaded by the first call.

const childProcess = () => process.getBuiltinModule('node:child_process');

export const spawn = (...args) => childProcess().spawn(...args);
export const execFileSync = (...args) => childProcess().execFileSync(...args);
