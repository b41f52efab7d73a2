import { fitsRow, permissionsOfAction, stateAction, type Action, type AnyResource } from '@kangmai/resource';

import { rowInput, type Values } from './body.ts';
import { isReadAction } from './calls.ts';
import { can } from '../lib/permissions.ts';

const anyRow = { id: 0, values: {} };

/** The actions that the user may do with a row: moves only in a state that they lead from. Without a row, with any. */
export const rowActionsOf = (
  resource: AnyResource,
  row?: { readonly values: Values },
): readonly (readonly [string, Action])[] =>
  Object.entries(resource.actions).filter(
    ([name, action]) =>
      name !== stateAction &&
      (!row || fitsRow(resource, name, row.values)) &&
      rowInput(resource, action.input, anyRow) !== undefined &&
      !isReadAction(action) &&
      can(permissionsOfAction(resource, action)),
  );
