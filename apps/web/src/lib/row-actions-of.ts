import { permissionsOfAction, type Action, type AnyResource } from '@kangmai/resource';

import { rowInput } from './api/resource-body.ts';
import { isReadAction } from './api/resource-calls.ts';
import { can } from './permissions.ts';

const anyRow = { id: 0, values: {} };

export const rowActionsOf = (resource: AnyResource): readonly (readonly [string, Action])[] =>
  Object.entries(resource.actions).filter(
    ([, action]) =>
      rowInput(resource, action.input, anyRow) !== undefined &&
      !isReadAction(action) &&
      can(permissionsOfAction(resource, action)),
  );
