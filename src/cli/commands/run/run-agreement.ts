// Simulated beside measured time of a run whose launches were simulated here and executed by another OpenCL, too.

import type { LaunchReport } from '../../../driver/core/processor/messages.js';
import { type Agreement, agreementOf } from '../../../report/agreement.js';
import type { EstimatedTime, LaunchTime } from '../../../timing/timed-launches.js';

export type KnownTime = LaunchTime | EstimatedTime;

/** What the model says of a launch; undefined where it was not asked. */
export const timeOf = ({ observations }: LaunchReport): KnownTime | undefined =>
  observations?.time?.result as KnownTime | undefined;

/** @returns undefined for a run without one or the other */
export const runAgreement = (launches: readonly LaunchReport[]): Agreement | undefined =>
  agreementOf(
    launches.flatMap((launch) => {
      const [simulated, measured] = [timeOf(launch)?.nanoseconds, launch.traffic?.comparison?.measuredNs];
      return simulated === undefined || measured === undefined
        ? []
        : [{ program: '', kernel: launch.kernel, measured, simulated }];
    }),
  );
