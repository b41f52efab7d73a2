import { api } from '../lib/api/api.ts';

import type { AnyResource } from '@kangmai/resource';
import type { Arrangement, Look } from './lists/look.ts';
import type { Filters } from './query.ts';

export interface KeptLook {
  readonly resource: string;
  /** Empty for the list's own page, `part` for a list within another page. */
  readonly place: string;
  readonly look: Partial<Look> | null;
  readonly rowVersion: number;
}

export interface ViewState {
  readonly text?: string;
  readonly filters?: Filters;
  readonly any?: boolean;
  readonly sort?: string;
  readonly size?: number;
  readonly look?: Arrangement;
}

export interface ListView {
  readonly id: number;
  readonly resource: string;
  readonly name: string;
  readonly isShared: boolean;
  readonly isOwn: boolean;
  readonly isDefault: boolean;
  readonly ownerName: string;
  readonly rowVersion: number;
  readonly state: ViewState;
}

export interface MyLists {
  readonly looks: readonly KeptLook[];
  readonly defaults: readonly ListView[];
  /** Whether single-letter shortcuts such as `N` are on. */
  readonly hasKeys: boolean;
}

export const getMyLists = (signal: AbortSignal): Promise<MyLists> => api.get('Lists/GetMine', {}, { signal });

/** Saves a layout and returns its new version; throws ApiError 409 when it was changed elsewhere. */
export const saveLook = async ({ resource, place, look, rowVersion }: KeptLook): Promise<number> =>
  (await api.post<{ readonly rowVersion: number }>('Lists/SaveLook', { resource, place, look, rowVersion })).rowVersion;

export const listViews = async ({ name }: AnyResource, signal: AbortSignal): Promise<readonly ListView[]> =>
  (await api.get<{ readonly views: readonly ListView[] }>('Lists/GetLook', { resource: name }, { signal })).views;

export interface ViewInput {
  readonly id?: number;
  readonly resource: string;
  readonly name: string;
  readonly isShared: boolean;
  readonly isDefault?: boolean;
  readonly state: ViewState;
  readonly rowVersion?: number;
}

export const saveView = (view: ViewInput): Promise<number> => api.post('Lists/SaveView', view);

export const chooseView = (view: {
  readonly resource: string;
  readonly id: number;
  readonly isDefault: boolean;
}): Promise<void> => api.post('Lists/ChooseView', view);

export const removeView = (id: number): Promise<void> => api.remove('Lists/DeleteView', { id });

export const saveKeys = (isOn: boolean): Promise<void> => api.post('Lists/SaveKeys', { isOn });

export const logPrint = (print: { readonly resource: string; readonly count: number }): Promise<void> =>
  api.post('Lists/LogPrint', print);
