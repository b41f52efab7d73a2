import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

type Load = () => Promise<ComponentType>;

export interface Screen {
  Component: LazyExoticComponent<ComponentType>;
  /** Fetches the screen's part ahead of use. */
  load: Load;
}

const screen = (load: Load): Screen => ({ Component: lazy(async () => ({ default: await load() })), load });

/** Screens by the `screen` key or the `resource` name of a route. A route whose screen is not here does not exist. */
export const screens: Readonly<Record<string, Screen>> = {
  home: screen(async () => (await import('./home/home-page.tsx')).HomePage),
};
