/** What an edition or a tenant may have or not; values are texts. */
const defaults: Readonly<Record<string, string>> = {
  'App.MaxUserCount': '0',
  'App.ChatFeature': 'true',
  'App.ChatFeature.TenantToTenant': 'false',
  'App.ChatFeature.TenantToHost': 'true',
};

/** The features of a tenant with its own values over the defaults; the host has the defaults. */
export function featuresOf(own: Readonly<Record<string, unknown>> | undefined): Readonly<Record<string, { readonly value: string }>> {
  return Object.fromEntries(Object.entries(defaults).map(([name, value]) => [name, { value: typeof own?.[name] === 'string' ? (own[name] as string) : value }]));
}
