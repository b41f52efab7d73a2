/** Patterns of browser names; browsers that also name others come first. */
const browsers: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['WeChat', /MicroMessenger\/([\d.]+)/],
  ['DingTalk', /DingTalk\/([\d.]+)/],
  ['Edge', /Edg[A-Z]*\/(\d+)/],
  ['Opera', /OPR\/(\d+)/],
  ['Firefox', /Firefox\/(\d+)/],
  ['Chrome', /(?:Headless)?Chrome\/(\d+)/],
  ['Safari', /Version\/([\d.]+).*Safari/],
];

const systems: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
];

/** `Chrome 120, Windows` from a user agent; the text itself when no browser is recognised. */
export function browserName(agent: string | null): string {
  if (!agent) return '';
  const [name, version] =
    browsers
      .map(([known, pattern]) => [known, pattern.exec(agent)?.[1]] as const)
      .find(([, found]) => found !== undefined) ?? [];
  if (!name) return agent;
  const system = systems.find(([, pattern]) => pattern.test(agent))?.[0];
  return [`${name} ${version}`, system].filter(Boolean).join(', ');
}
