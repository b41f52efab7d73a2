/** Windows zone names with their IANA zones (Unicode CLDR windowsZones, territory 001). */
const ianaByWindows: Readonly<Record<string, string>> = {
  UTC: 'Etc/UTC',
  'China Standard Time': 'Asia/Shanghai',
  'Taipei Standard Time': 'Asia/Taipei',
  'Tokyo Standard Time': 'Asia/Tokyo',
  'Korea Standard Time': 'Asia/Seoul',
  'Singapore Standard Time': 'Asia/Singapore',
  'SE Asia Standard Time': 'Asia/Bangkok',
  'Ulaanbaatar Standard Time': 'Asia/Ulaanbaatar',
  'Myanmar Standard Time': 'Asia/Yangon',
  'Central Asia Standard Time': 'Asia/Bishkek',
  'Bangladesh Standard Time': 'Asia/Dhaka',
  'India Standard Time': 'Asia/Kolkata',
  'Nepal Standard Time': 'Asia/Kathmandu',
  'Sri Lanka Standard Time': 'Asia/Colombo',
  'Pakistan Standard Time': 'Asia/Karachi',
  'West Asia Standard Time': 'Asia/Tashkent',
  'Afghanistan Standard Time': 'Asia/Kabul',
  'Arabian Standard Time': 'Asia/Dubai',
  'Iran Standard Time': 'Asia/Tehran',
  'Arab Standard Time': 'Asia/Riyadh',
  'Israel Standard Time': 'Asia/Jerusalem',
  'Turkey Standard Time': 'Europe/Istanbul',
  'Russian Standard Time': 'Europe/Moscow',
  'Vladivostok Standard Time': 'Asia/Vladivostok',
  'GMT Standard Time': 'Europe/London',
  'Greenwich Standard Time': 'Atlantic/Reykjavik',
  'W. Europe Standard Time': 'Europe/Berlin',
  'Romance Standard Time': 'Europe/Paris',
  'Central Europe Standard Time': 'Europe/Budapest',
  'Central European Standard Time': 'Europe/Warsaw',
  'E. Europe Standard Time': 'Europe/Chisinau',
  'FLE Standard Time': 'Europe/Kyiv',
  'GTB Standard Time': 'Europe/Bucharest',
  'Egypt Standard Time': 'Africa/Cairo',
  'South Africa Standard Time': 'Africa/Johannesburg',
  'E. Africa Standard Time': 'Africa/Nairobi',
  'W. Central Africa Standard Time': 'Africa/Lagos',
  'AUS Eastern Standard Time': 'Australia/Sydney',
  'E. Australia Standard Time': 'Australia/Brisbane',
  'Cen. Australia Standard Time': 'Australia/Adelaide',
  'W. Australia Standard Time': 'Australia/Perth',
  'New Zealand Standard Time': 'Pacific/Auckland',
  'Hawaiian Standard Time': 'Pacific/Honolulu',
  'Alaskan Standard Time': 'America/Anchorage',
  'Pacific Standard Time': 'America/Los_Angeles',
  'Mountain Standard Time': 'America/Denver',
  'US Mountain Standard Time': 'America/Phoenix',
  'Central Standard Time': 'America/Chicago',
  'Eastern Standard Time': 'America/New_York',
  'Atlantic Standard Time': 'America/Halifax',
  'Newfoundland Standard Time': 'America/St_Johns',
  'E. South America Standard Time': 'America/Sao_Paulo',
  'Argentina Standard Time': 'America/Argentina/Buenos_Aires',
  'SA Pacific Standard Time': 'America/Bogota',
};

const sameClock: Readonly<Record<string, string>> = {
  UTC: 'UTC',
  'Etc/UTC': 'UTC',
  'Etc/GMT': 'UTC',
  GMT: 'UTC',
  'Asia/Chongqing': 'China Standard Time',
  'Asia/Harbin': 'China Standard Time',
  'Asia/Hong_Kong': 'China Standard Time',
  'Asia/Macau': 'China Standard Time',
  'Asia/Macao': 'China Standard Time',
  PRC: 'China Standard Time',
  'Asia/Urumqi': 'Central Asia Standard Time',
  'Asia/Calcutta': 'India Standard Time',
  'Europe/Kiev': 'FLE Standard Time',
  'Asia/Kuala_Lumpur': 'Singapore Standard Time',
};

const windowsByIana = new Map([
  ...Object.entries(ianaByWindows).map(([windows, iana]) => [iana, windows] as const),
  ...Object.entries(sameClock),
]);

/** The IANA zone of a Windows zone name; undefined for an unknown one. */
export function ianaZone(windowsName: string): string | undefined {
  return Object.hasOwn(ianaByWindows, windowsName) ? ianaByWindows[windowsName] : undefined;
}

/** The Windows name of an IANA zone; undefined when none of the list matches. */
export function windowsZone(iana: string): string | undefined {
  return windowsByIana.get(iana);
}

/** Every known pair, for selection. */
export const zoneNames: readonly { readonly windows: string; readonly iana: string }[] = Object.entries(
  ianaByWindows,
).map(([windows, iana]) => ({ windows, iana }));
