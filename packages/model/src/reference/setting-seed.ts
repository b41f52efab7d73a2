import type { SettingFace } from './setting-faces.ts';

/** Where a value may be stored; the narrowest stored one wins, then the default. */
export type SettingScope = 'application' | 'tenant' | 'user';

/** A setting. Values are texts, flags `true` and `false`. */
export interface SettingSeed {
  readonly name: string;
  readonly scopes: readonly SettingScope[];
  readonly default: string;
  /** Sent to signed-in browsers and programs at session start. */
  readonly isVisibleToClient?: true;
  /** Stored sealed and never sent out. */
  readonly isSecret?: true;
  /** Kind, label and section, where tenants change it. */
  readonly face?: SettingFace;
}
