import type { ComponentType, LazyExoticComponent } from 'react';

export interface Screen {
  Component: LazyExoticComponent<ComponentType>;
  /** Fetches the screen's part ahead of use. */
  load: () => Promise<ComponentType>;
}

let known: Readonly<Record<string, Screen>> = {};

/** Makes the product's screens known; called once, before the frame is drawn. */
export function registerScreens(screens: Readonly<Record<string, Screen>>): void {
  known = screens;
}

/** The screen of a route's `screen` key or `resource` name. */
export const findScreen = (key: string | undefined): Screen | undefined => (key === undefined ? undefined : known[key]);
