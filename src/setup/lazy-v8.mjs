// What the snapshot has in the place of node:v8, which must not be in it (src/setup/snapshot.mjs): the module itself is loaded by the first call.

export const setFlagsFromString = (flags) => process.getBuiltinModule('node:v8').setFlagsFromString(flags);
