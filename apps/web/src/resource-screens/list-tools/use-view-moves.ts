import { useMutation } from '@tanstack/react-query';
import { App } from 'antd';

import { chooseView, removeView, saveView, type ListView, type ViewInput } from '../../resource-client/lists.ts';
import { refreshViews } from '../../resource-client/lists/my-lists.ts';
import { useFailureNotice } from '../../lib/use-failure-notice.ts';
import { T } from './list-texts.ts';

import type { AnyResource } from '@kangmai/resource';

export function useViewMoves(resource: AnyResource) {
  const { message } = App.useApp();
  const tell = useFailureNotice();
  const onError = (error: Error): void => tell(error);
  const settle = { onError, onSettled: () => refreshViews(resource) };
  const save = useMutation({
    mutationFn: (view: Omit<ViewInput, 'resource'>) => saveView({ ...view, resource: resource.name }),
    ...settle,
    onSuccess: () => void message.success(T('viewSaved')),
  });
  const toggleDefault = useMutation({
    mutationFn: ({ id, isDefault }: ListView) => chooseView({ resource: resource.name, id, isDefault: !isDefault }),
    ...settle,
  });
  const remove = useMutation({
    mutationFn: ({ id }: ListView) => removeView(id),
    ...settle,
    onSuccess: () => void message.success(T('viewRemoved')),
  });
  return { save, toggleDefault, remove };
}
