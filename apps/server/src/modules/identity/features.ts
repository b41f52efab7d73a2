export interface Feature {
  readonly name: string;
  readonly label: string;
  readonly en: string;
  readonly parentName: string | null;
  readonly defaultValue: string;
  /** `flag`: `true` or `false`; `count`: a whole number, 0 for unlimited. */
  readonly kind: 'flag' | 'count';
}

const chat = 'App.ChatFeature';

export const features: readonly Feature[] = [
  {
    name: 'App.MaxUserCount',
    label: '最多用户数（0 为不限）',
    en: 'Most users (0: any number)',
    parentName: null,
    defaultValue: '0',
    kind: 'count',
  },
  { name: chat, label: '在线沟通', en: 'Chat', parentName: null, defaultValue: 'true', kind: 'flag' },
  {
    name: `${chat}.TenantToTenant`,
    label: '与其他租户沟通',
    en: 'Chat with other tenants',
    parentName: chat,
    defaultValue: 'false',
    kind: 'flag',
  },
  {
    name: `${chat}.TenantToHost`,
    label: '与平台沟通',
    en: 'Chat with the platform',
    parentName: chat,
    defaultValue: 'true',
    kind: 'flag',
  },
];

export function featuresOf(
  own: Readonly<Record<string, unknown>> | undefined,
): Readonly<Record<string, { readonly value: string }>> {
  return Object.fromEntries(
    features.map(({ name, defaultValue }) => [
      name,
      { value: typeof own?.[name] === 'string' ? (own[name] as string) : defaultValue },
    ]),
  );
}

export const isFeatureValue = ({ kind }: Feature, value: string): boolean =>
  kind === 'flag' ? value === 'true' || value === 'false' : /^\d{1,9}$/.test(value);
