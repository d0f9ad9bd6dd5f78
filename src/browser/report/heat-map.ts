// Compute units over time: a row of pixels for each; the redder, the more of its slots have a wavefront.

import type { TimingPageData } from '../../report/page-data.js';
import { at, canvas } from '../dom.js';
import { cycleText } from './texts.js';

const strength = (part: number): number => (part === 0 ? 0 : 0.1 + 0.9 * Math.min(1, part));

function paint(map: HTMLCanvasElement, { resident }: TimingPageData): void {
  const context = map.getContext('2d');
  if (!context) return;
  for (const [y, row] of resident.entries())
    for (const [x, part] of row.entries()) {
      context.fillStyle = `rgb(255 112 32 / ${strength(part)})`;
      context.fillRect(x, y, 1, 1);
    }
}

function textAt({ resident, stretchCycles }: TimingPageData, unit: number, stretch: number): string {
  const share = (100 * (resident[unit]?.[stretch] ?? 0)).toFixed(1);
  return `compute unit ${unit}, from cycle ${cycleText(stretch * stretchCycles)}: ${share} % of its slots`;
}

/** The caption of each map, which its pixels replace while the pointer is on them. */
const captions = new Map<string, string>();

export function showHeatMap(id: string, one: TimingPageData): void {
  const map = canvas(id);
  const [columns, rows] = [one.resident[0]?.length ?? 0, one.resident.length];
  map.width = columns;
  map.height = rows;
  paint(map, one);
  const caption = at(`caption${id}`);
  const text = captions.get(id) ?? caption.textContent;
  captions.set(id, text);
  map.onmousemove = ({ offsetX, offsetY }) => {
    const stretch = Math.min(columns - 1, Math.floor((offsetX / map.clientWidth) * columns));
    const unit = Math.min(rows - 1, Math.floor((offsetY / map.clientHeight) * rows));
    caption.textContent = textAt(one, unit, stretch);
  };
  map.onmouseleave = () => {
    caption.textContent = text;
  };
}
