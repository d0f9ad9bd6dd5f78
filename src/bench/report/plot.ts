// A plot of the HTML report, as plain data for the code of src/browser.

interface Dataset {
  readonly label: string;
  readonly data: readonly (number | null)[];
  readonly backgroundColor: string;
  /** Start of bars; without it the lower end of the axis. */
  readonly base?: number;
}

export interface Plot {
  readonly title: string;
  /** Explanation for the reader. */
  readonly text: string;
  readonly labels: readonly string[];
  readonly datasets: readonly Dataset[];
  readonly axis: string;
  readonly logarithmic: boolean;
  readonly stacked: boolean;
}
