/** The action of a command with a guest: takes the program with its arguments, and the present options by key. */
export type GuestAction = (argv: readonly string[], flags: Readonly<Record<string, unknown>>) => Promise<void>;
