import { api } from '../lib/api/api.ts';

export interface BusinessSetting {
  readonly key: string;
  readonly label: string;
  readonly description: string | null;
  readonly valueKind: 'string' | 'int' | 'bool' | 'json';
  readonly value: string;
  readonly default: string;
  readonly isSet: boolean;
  readonly unit: string | null;
  readonly min: number | null;
  readonly max: number | null;
  readonly isRequired: boolean;
}

export interface SettingGroup {
  readonly group: string;
  readonly title: string;
  readonly settings: readonly BusinessSetting[];
}

export const listSettings = async (signal: AbortSignal): Promise<readonly SettingGroup[]> =>
  (await api.get<{ readonly items: readonly SettingGroup[] }>('BusinessSettings/GetAll', {}, { signal })).items;

export const saveSettings = (
  group: string,
  values: Readonly<Record<string, string | number | boolean | null>>,
): Promise<unknown> => api.post('BusinessSettings/Update', { group, values });

export const resetSettings = (group: string): Promise<unknown> => api.post('BusinessSettings/Reset', { group });
