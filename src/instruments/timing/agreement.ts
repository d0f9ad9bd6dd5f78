// Comparison of simulated and measured times, for launches that another OpenCL has executed as well.

import type { LaunchReport } from '../../driver/core/processor/messages.js';
import { type Agreement, agreementOf } from '../../report/agreement.js';
import type { EstimatedTime, LaunchTime } from '../../timing/timed-launches.js';

export type KnownTime = LaunchTime | EstimatedTime;

/** The simulated time of a launch; undefined without simulation. */
export const timeOf = ({ observations }: LaunchReport): KnownTime | undefined =>
  observations?.time?.result as KnownTime | undefined;

/** @returns undefined without simulated or measured times */
export const runAgreement = (launches: readonly LaunchReport[]): Agreement | undefined =>
  agreementOf(
    launches.flatMap((launch) => {
      const [simulated, measured] = [timeOf(launch)?.nanoseconds, launch.traffic?.comparison?.measuredNs];
      return simulated === undefined || measured === undefined
        ? []
        : [{ program: '', kernel: launch.kernel, measured, simulated }];
    }),
  );
