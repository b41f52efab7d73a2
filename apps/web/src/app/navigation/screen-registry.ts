import type { ComponentType, LazyExoticComponent } from 'react';

export interface Screen {
  Component: LazyExoticComponent<ComponentType>;
  load: () => Promise<ComponentType>;
}

let known: Readonly<Record<string, Screen>> = {};

export function registerScreens(screens: Readonly<Record<string, Screen>>): void {
  known = screens;
}

export const findScreen = (key: string | undefined): Screen | undefined => (key === undefined ? undefined : known[key]);
