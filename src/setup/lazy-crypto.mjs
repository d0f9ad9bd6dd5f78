// Replacement of node:crypto in bundles: the module itself is loaded by the first call (3 ms of every start, and most
// short runs hash nothing).

const crypto = () => process.getBuiltinModule('node:crypto');

export const createHash = (...args) => crypto().createHash(...args);
export const randomUUID = (...args) => crypto().randomUUID(...args);
export const createHmac = (...args) => crypto().createHmac(...args);
export const randomBytes = (...args) => crypto().randomBytes(...args);
export const timingSafeEqual = (...args) => crypto().timingSafeEqual(...args);
