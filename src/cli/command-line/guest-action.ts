/** What a command with a guest does: with the program and its arguments, and the options that were given, by key. */
export type GuestAction = (argv: readonly string[], flags: Readonly<Record<string, unknown>>) => Promise<void>;
