import { model } from '@kangmai/model';

import { ResourceScreen } from '../resource-screens/resource-screen.tsx';
import { useTab } from '../ui/tab-host/tab-context.ts';
import { findRoute, titleOf } from './navigation/route-tree.ts';

import type { ComponentType } from 'react';

const made = new Map<string, ComponentType>();

/** The screen of a resource that needs nothing of its own, by the resource's name; it is called as its page is called in the menu. */
export function defaultScreen(name: string): ComponentType {
  const known = made.get(name);
  if (known) return known;
  const resource = model.byName(name);
  const Screen = () => {
    const match = findRoute(useTab().key);
    return <ResourceScreen resource={resource} {...(match && { title: titleOf(match.entry) })} />;
  };
  made.set(name, Screen);
  return Screen;
}
