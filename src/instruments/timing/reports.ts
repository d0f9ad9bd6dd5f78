// Simulated time in the reports of a run: times of launches, configurations, agreement with measured times.

import type { RunReport } from '../../report/run-report.js';
import { readConfiguration, reportedConfiguration } from '../../timing/config/configuration.js';
import type { InstrumentReports } from '../reports.js';
import { runAgreement, timeOf } from './agreement.js';

type Agreements = NonNullable<RunReport['agreement']>;

function agreementFields(agreement: ReturnType<typeof runAgreement>): { readonly agreement?: Agreements } {
  if (!agreement) return {};
  const kernels = agreement.kernels.map(({ kernel, launches: count, measured, simulated, ratio, outlier }) => ({
    kernel,
    launches: count,
    measuredSeconds: measured / 1e9,
    simulatedSeconds: simulated / 1e9,
    ratio,
    outlier,
  }));
  return { agreement: { ...agreement, kernels } };
}

/** @param chips names of the configurations, one for each device */
export function timingReports(chips: readonly string[]): InstrumentReports {
  const configurations = [...new Set(chips)].map((name) => reportedConfiguration(readConfiguration(name)));
  return {
    fields: {
      run: ({ launches }) => ({ ...agreementFields(runAgreement(launches)), configurations }),
      launch: (launch) => {
        const nanoseconds = timeOf(launch)?.nanoseconds;
        return nanoseconds === undefined ? {} : { simulatedSeconds: nanoseconds / 1e9 };
      },
    },
    page: ({ launches }) => ({ configurations, agreement: runAgreement(launches) }),
  };
}
