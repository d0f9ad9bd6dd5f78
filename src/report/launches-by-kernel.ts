// The launches of a run, kernel by kernel.

/** Launches by kernel name, in the order of the first launch of each kernel. */
export function launchesByKernel<Launch extends { readonly kernel: string }>(
  launches: readonly Launch[],
): Map<string, Launch[]> {
  const found = new Map<string, Launch[]>();
  for (const launch of launches) {
    const alike = found.get(launch.kernel);
    if (alike) alike.push(launch);
    else found.set(launch.kernel, [launch]);
  }
  return found;
}
