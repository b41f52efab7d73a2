import { App, Drawer } from 'antd';
import { useState } from 'react';

import { ErrorState, LoadingState } from '../ui/states.tsx';
import { useTab } from '../ui/tab-host/tab-context.ts';
import { formFields } from './form-values.ts';
import { resourceTitle } from '../lib/labels.ts';
import { ResourceForm } from './resource-form.tsx';
import { rowName } from '../resource-client/row-name.ts';
import { T } from './screen-texts.ts';
import { useRow } from '../resource-client/use-row.ts';

import type { AnyResource } from '@kangmai/resource';
import type { ScreenRow } from '../resource-client/row.ts';
import type { ScreenOptions } from './screen-context.ts';

const manyFields = 20;

export const drawerWidth = (count: number): number => (count > manyFields ? 960 : 640);

interface FormDrawerProps extends Pick<ScreenOptions, 'omit' | 'defaults' | 'onCreated'> {
  readonly resource: AnyResource;
  readonly row: ScreenRow | null;
  readonly onClose: () => void;
}

function FreshForm({
  resource,
  row,
  omit = [],
  ...rest
}: FormDrawerProps & { readonly row: ScreenRow; readonly onDirty: (isDirty: boolean) => void }) {
  const [read, setRead] = useState<ScreenRow>();
  const { data, error, refetch } = useRow(resource, read ? null : row.id, { fresh: true });
  if (data && !read) setRead(data);
  if (read)
    return (
      <ResourceForm
        resource={resource}
        row={read}
        omit={omit}
        onDirty={rest.onDirty}
        onSaved={rest.onClose}
        onCancel={rest.onClose}
      />
    );
  return error ? <ErrorState message={error.message} onRetry={() => void refetch()} /> : <LoadingState />;
}

/** Drawer to create or edit a row; closing it with unsaved input asks first. */
export function FormDrawer({ resource, row, omit = [], defaults = {}, onCreated, onClose }: FormDrawerProps) {
  const { modal } = App.useApp();
  const [isDirty, setDirty] = useState(false);
  const tab = useTab();
  const title = resourceTitle(resource);
  const closeAfterQuestion = (): void => {
    if (!isDirty) return onClose();
    modal.confirm({
      title: T('leave'),
      okText: T('leaveNow'),
      cancelText: T('stay'),
      focusable: { autoFocusButton: 'cancel' },
      onOk: () => {
        tab.setDirty(false);
        onClose();
      },
    });
    return undefined;
  };
  const heading = row ? `${T('editTitle', { title })}：${rowName(resource, row)}` : T('createOf', { title });
  return (
    <Drawer
      open
      title={heading}
      size={drawerWidth(formFields(resource, omit).length)}
      onClose={closeAfterQuestion}
      destroyOnHidden
      mask={{ closable: false }}
    >
      {row ? (
        <FreshForm resource={resource} row={row} omit={omit} onClose={onClose} onDirty={setDirty} />
      ) : (
        <ResourceForm
          resource={resource}
          defaults={defaults}
          omit={omit}
          {...(onCreated && { onCreated })}
          onDirty={setDirty}
          onSaved={(more) => (more ? setDirty(false) : onClose())}
          onCancel={closeAfterQuestion}
        />
      )}
    </Drawer>
  );
}
