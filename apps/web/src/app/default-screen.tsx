import { ResourceScreen } from '../resource-screens/resource-screen.tsx';
import { useTab } from '../ui/tab-host/tab-context.ts';
import { findRoute, titleOf } from './navigation/route-tree.ts';

import type { AnyResource } from '@kangmai/resource';
import type { ComponentType } from 'react';

const made = new Map<string, ComponentType>();

/** The default screen of a resource, one component per resource, titled like its menu entry. */
export function defaultScreen(resource: AnyResource): ComponentType {
  const known = made.get(resource.name);
  if (known) return known;
  const Screen = () => {
    const match = findRoute(useTab().key);
    return <ResourceScreen resource={resource} {...(match && { title: titleOf(match.entry) })} />;
  };
  made.set(resource.name, Screen);
  return Screen;
}
