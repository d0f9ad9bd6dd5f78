// Warnings about a guest.

export class GuestWarnings {
  private readonly reported = new Set<string>();

  constructor(private readonly onWarning: ((message: string) => void) | undefined) {}

  /** A debugger would cause the same one for every process that it starts. */
  once(about: string, message: string): void {
    if (this.reported.has(about)) return;
    this.reported.add(about);
    this.onWarning?.(message);
  }

  failure(what: string, error: unknown): void {
    this.onWarning?.(`${what}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
