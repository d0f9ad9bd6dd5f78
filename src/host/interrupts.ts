// Ctrl-C and Ctrl-\ belong to the guest: the terminal sends them to the whole foreground group, guest included, and
// what happens then is the guest's decision. While a guest runs, this process must not die of them.

const shared = ['SIGINT', 'SIGQUIT'] as const;
let holders = 0;
const ignore = () => {};

export function holdInterrupts(): void {
  if (holders++ === 0) for (const signal of shared) process.on(signal, ignore);
}

export function releaseInterrupts(): void {
  if (--holders === 0) for (const signal of shared) process.off(signal, ignore);
}
