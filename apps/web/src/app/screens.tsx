import { lazy } from 'react';

import type { Screen } from './navigation/screen-registry.ts';

const screen = (load: Screen['load']): Screen => ({ Component: lazy(async () => ({ default: await load() })), load });

/** Screens by the `screen` key or the `resource` name of a route. A route whose screen is not here does not exist. */
export const screens: Readonly<Record<string, Screen>> = {
  home: screen(async () => (await import('./home/home-page.tsx')).HomePage),
};
