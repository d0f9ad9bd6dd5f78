// The behaviour that pages about runs have in common: charts in both themes, tables that sort, and paper.

import { drawInTheme, setChartTheme } from '../chart-theme.js';
import { startSorting } from './sorting.js';

/** A chart, of whatever type. */
export interface AnyChart {
  destroy(): void;
}

/** Nothing is folded on paper. */
function unfold(): void {
  for (const folded of document.querySelectorAll('details')) folded.open = true;
}

/** @param makeCharts called again when the theme changes. @returns draws the charts again */
export function startPage(makeCharts: () => readonly AnyChart[]): () => void {
  let charts: readonly AnyChart[] = [];
  const draw = (): void => {
    for (const chart of charts) chart.destroy();
    setChartTheme();
    charts = makeCharts();
  };
  drawInTheme(draw);
  addEventListener('beforeprint', unfold);
  startSorting();
  return draw;
}
