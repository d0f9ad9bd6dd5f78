// The behaviour of a page about simulated time (src/report/timing/html.ts).

import type { TimingPageData } from '../../report/page-data.js';
import { showHeatMap } from './heat-map.js';
import { type AnyChart, startPage } from './page.js';
import { rooflineChart } from './roofline.js';
import { overTimeChart, stallChart } from './stalls.js';

/** Embedded by the page: a launch on each chip. */
declare const data: readonly TimingPageData[];

function makeCharts(): AnyChart[] {
  return data.flatMap((one, n) => {
    showHeatMap(`units${n}`, one);
    return [rooflineChart(`roofline${n}`, one.roofline), stallChart(`stalls${n}`, one), overTimeChart(`over${n}`, one)];
  });
}

startPage(makeCharts);
