// Promises that no code waits for.

/**
 * Lets work continue without a waiter. Its rejection is a defect: it is thrown as an uncaught exception that names the
 * work.
 */
export function detach(work: Promise<unknown>, name: string): void {
  work.catch((error: unknown) => {
    process.nextTick(() => {
      throw new Error(`${name} failed: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    });
  });
}
