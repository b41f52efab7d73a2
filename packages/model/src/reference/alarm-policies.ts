import type { alarmChannels, alarmReceivers, alarmSources } from '../shared/alarm-choices.ts';
import type { alarmLevels } from '../shared/levels.ts';
import type { ReferenceSet } from './reference-set.ts';

/** An escalation policy that every tenant has. */
export interface AlarmPolicySeed {
  readonly name: string;
  readonly level: (typeof alarmLevels.names)[number];
  readonly sourceKind: (typeof alarmSources.names)[number];
  readonly steps: readonly {
    readonly afterMinutes: number;
    readonly to: readonly (typeof alarmReceivers.names)[number][];
    readonly channels: readonly (typeof alarmChannels.names)[number][];
  }[];
  readonly repeatMinutes: number | null;
}

/** Level 1 has no policy: it is listed and never escalates. */
export const alarmPolicies: ReferenceSet<AlarmPolicySeed> = {
  version: 1,
  rows: [
    {
      name: '危急级告警',
      level: 'critical',
      sourceKind: 'any',
      steps: [
        { afterMinutes: 0, to: ['manager', 'doctor', 'teamDoctors'], channels: ['inapp'] },
        { afterMinutes: 3, to: ['guardian1', 'guardian2', 'teamLeader'], channels: ['inapp', 'sms'] },
        { afterMinutes: 5, to: ['callCenter'], channels: ['phone'] },
        { afterMinutes: 10, to: ['dutyPhone'], channels: ['phone', 'sms'] },
      ],
      repeatMinutes: 10,
    },
    {
      name: '警告级告警',
      level: 'warning',
      sourceKind: 'any',
      steps: [
        { afterMinutes: 0, to: ['manager', 'doctor'], channels: ['inapp'] },
        { afterMinutes: 30, to: ['guardian1', 'teamLeader'], channels: ['inapp', 'sms'] },
        { afterMinutes: 60, to: ['duty'], channels: ['inapp'] },
      ],
      repeatMinutes: 60,
    },
    {
      name: '关注级告警',
      level: 'attention',
      sourceKind: 'any',
      steps: [
        { afterMinutes: 0, to: ['manager', 'doctor'], channels: ['inapp'] },
        { afterMinutes: 1440, to: ['manager', 'doctor'], channels: ['inapp'] },
      ],
      repeatMinutes: null,
    },
  ],
};
