import { Suspense, type ComponentType, type ReactNode } from 'react';

import { lazyPart } from '../lib/lazy-part.ts';
import { ResourceScreen } from '../resource-screens/resource-screen.tsx';
import { LoadingState } from '../ui/states.tsx';
import { useTab } from '../ui/tab-host/tab-context.ts';
import { findRoute, titleOf } from './navigation/route-tree.ts';

import type { AnyResource } from '@kangmai/resource';

const TreeSide = lazyPart(async () => (await import('../resource-screens/traits/tree/tree-side.tsx')).TreeSide);

const WithTree = ({ children }: { readonly children: ReactNode }) => (
  <Suspense fallback={<LoadingState />}>
    <TreeSide>{children}</TreeSide>
  </Suspense>
);

const made = new Map<string, ComponentType>();

/** The default screen of a resource, one component per resource, titled like its menu entry; a tree beside its list. */
export function defaultScreen(resource: AnyResource): ComponentType {
  const known = made.get(resource.name);
  if (known) return known;
  const around = resource.tree && WithTree;
  const Screen = () => {
    const match = findRoute(useTab().key);
    return <ResourceScreen resource={resource} Around={around} {...(match && { title: titleOf(match.entry) })} />;
  };
  made.set(resource.name, Screen);
  return Screen;
}
