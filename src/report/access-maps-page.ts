// Accesses of a launch to its buffers, in the page about a run: a heat strip for each buffer, of the selected launch;
// src/browser/report/access-maps.ts draws them.

import type { KernelPart } from './run-data.js';

/** Empty where there are no maps. */
export function mapsSection({ maps }: KernelPart, index: number): string {
  if (maps.length === 0) return '';
  const options = maps.map(({ number }, n) => `<option value="${n}">${number}</option>`).join('');
  const most = Math.max(...maps.map(({ buffers }) => buffers.length));
  const strips = Array.from(
    { length: most },
    (_, n) =>
      `<figure><figcaption id="caption${index}_${n}" aria-live="polite"></figcaption><div class="strip"><canvas id="map${index}_${n}" role="img" aria-labelledby="caption${index}_${n}"></canvas></div></figure>`,
  );
  return `<h3>Memory</h3>
<p><label>Lines of 64 bytes that were read and written by launch <select class="maps" data-kernel="${index}">${options}</select></label></p>
${strips.join('\n')}
`;
}
