// Variables that steer Node or the dynamic loader. bin/atoll gives them other names, since they are meant for the
// program, not for the Node that Atoll brings: NODE_OPTIONS=--inspect-brk would halt every run, LD_PRELOAD would hook
// Node's own calls.

/** Prefix of names that bin/atoll preserves. */
const KEPT = 'ATOLL_KEPT_';

/** The environment that the shell gave the command, from that of this process: for whatever is not Node. */
export function programEnvironment(own: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const entries = Object.entries(own);
  if (!entries.some(([name]) => name.startsWith(KEPT))) return own;
  return Object.fromEntries(
    entries.map(([name, value]) => [name.startsWith(KEPT) ? name.slice(KEPT.length) : name, value]),
  );
}

/**
 * Variables that a child process that is Node must not inherit; NODE_CHANNEL_* are set by Node itself, for the child.
 */
const STEERS_NODE = /^(NODE_(?!CHANNEL_)|LD_PRELOAD$|LD_AUDIT$|OPENSSL_)/;

/** The environment of a Node that Atoll starts for itself. */
export const nodeEnvironment = (own: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(own).filter(([name]) => !STEERS_NODE.test(name)));

/** Flags of this process that its child Nodes get, too: a debugger is attached to one process. */
export const nodeFlags = (own: readonly string[]): readonly string[] =>
  own.filter((flag) => !/^--(inspect|debug)/.test(flag));
