// The launches of a run, kernel by kernel.

/** Launches by kernel name, in the order of the first launch of each kernel. */
export function launchesByKernel<Launch extends { readonly kernel: string }>(
  launches: readonly Launch[],
): Map<string, Launch[]> {
  const byKernel = new Map<string, Launch[]>();
  for (const launch of launches) {
    const alike = byKernel.get(launch.kernel);
    if (alike) alike.push(launch);
    else byKernel.set(launch.kernel, [launch]);
  }
  return byKernel;
}
