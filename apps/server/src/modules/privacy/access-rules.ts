import type { accessAlertKinds } from '@kangmai/model';
import type { Settings } from '../../access/settings.ts';

/** The kinds raised by counting views; a sign-in of the platform's staff is raised when it is requested. */
export type AccessAlertKind = Exclude<(typeof accessAlertKinds.names)[number], 'hostSignIn'>;

/** More than `most` views within the minutes raise an alert. */
export interface AccessRule {
  readonly kind: AccessAlertKind;
  readonly most: number;
  readonly minutes: number;
}

export interface AccessRules {
  readonly rules: readonly AccessRule[];
  /** Local times between which VIP clients' pages may be opened without an alert; undefined when the rule is off. */
  readonly vipHours: readonly [from: string, to: string] | undefined;
}

const hour = 60;
const longest = 7 * 24 * hour;

const wholeFrom = (text: number, most: number): number =>
  Number.isFinite(text) ? Math.min(most, Math.max(0, Math.trunc(text))) : 0;

function hoursOf(text: string): AccessRules['vipHours'] {
  const [, from, to] = /^([01]\d:[0-5]\d|2[0-3]:[0-5]\d)-([01]\d:[0-5]\d|2[0-3]:[0-5]\d)$/.exec(text.trim()) ?? [];
  return from === undefined || to === undefined ? undefined : [from, to];
}

export async function accessRulesOf(settings: Pick<Settings, 'number' | 'of'>, tenantId: number): Promise<AccessRules> {
  const number = (name: string): Promise<number> => settings.number(tenantId, `App.Privacy.${name}`);
  const [reveals, revealMinutes, looks, lookMinutes, exportRows, hours] = await Promise.all([
    number('AlertReveals'),
    number('AlertRevealMinutes'),
    number('AlertLooks'),
    number('AlertLookMinutes'),
    number('AlertExportRows'),
    settings.of(tenantId, 'App.Privacy.VipHours'),
  ]);
  const rules: readonly AccessRule[] = [
    { kind: 'reveals', most: wholeFrom(reveals, 100_000), minutes: wholeFrom(revealMinutes, longest) },
    { kind: 'looks', most: wholeFrom(looks, 1_000_000), minutes: wholeFrom(lookMinutes, longest) },
    { kind: 'exports', most: wholeFrom(exportRows, 10_000_000), minutes: hour },
  ];
  const vipHours = hoursOf(hours);
  return {
    rules: [
      ...rules.filter(({ most, minutes }) => most > 0 && minutes > 0),
      ...(vipHours ? [{ kind: 'vipAtNight', most: 0, minutes: hour } as const] : []),
    ],
    vipHours,
  };
}
