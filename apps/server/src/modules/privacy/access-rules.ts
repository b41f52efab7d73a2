import type { accessAlertKinds } from '@kangmai/model';
import type { Settings } from '../../access/settings.ts';

/** The kinds that are told by counting looks; a sign-in of the platform's staff is told when it is asked for. */
export type AccessAlertKind = Exclude<(typeof accessAlertKinds.names)[number], 'hostSignIn'>;

/** How much somebody may look before it is told: more than `most` within the minutes. */
export interface AccessRule {
  readonly kind: AccessAlertKind;
  readonly most: number;
  readonly minutes: number;
}

/** What is unusual in a tenant. */
export interface AccessRules {
  readonly rules: readonly AccessRule[];
  /** Local times between which the pages of VIP clients may be opened without notice; none when the rule is off. */
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

/** The rules of a tenant as its settings tell; one with the limit 0 is off. */
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
