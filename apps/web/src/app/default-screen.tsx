import { model } from '@kangmai/model';

import { ResourceScreen } from '../resource-screens/resource-screen.tsx';

import type { ComponentType } from 'react';

const made = new Map<string, ComponentType>();

/** The screen of a resource that needs nothing of its own, by the resource's name. */
export function defaultScreen(name: string): ComponentType {
  const known = made.get(name);
  if (known) return known;
  const resource = model.byName(name);
  const Screen = () => <ResourceScreen resource={resource} />;
  made.set(name, Screen);
  return Screen;
}
