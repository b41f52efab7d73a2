import { permissionsOfAction, type Action, type AnyResource } from '@kangmai/resource';

import { rowInput } from './body.ts';
import { isReadAction } from './calls.ts';
import { can } from '../lib/permissions.ts';

const anyRow = { id: 0, values: {} };

export const rowActionsOf = (resource: AnyResource): readonly (readonly [string, Action])[] =>
  Object.entries(resource.actions).filter(
    ([, action]) =>
      rowInput(resource, action.input, anyRow) !== undefined &&
      !isReadAction(action) &&
      can(permissionsOfAction(resource, action)),
  );
