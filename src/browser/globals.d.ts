// Names that scripts of a page before its own code define.

/** The library of charts (chartLibrary of src/report/page.ts). */
declare const Chart: typeof import('chart.js').Chart;
