import { Drawer } from 'antd';
import { useState } from 'react';

import { L } from '../lib/i18n/texts.ts';
import { useAskBeforeClose } from '../ui/entry/use-ask-before-close.ts';
import { ErrorState, LoadingState } from '../ui/states.tsx';
import { formFields } from './form-values.ts';
import { resourceTitle } from '../lib/labels.ts';
import { ResourceForm } from './resource-form.tsx';
import { blankRow } from '../resource-client/row.ts';
import { T } from './screen-texts.ts';
import { manyFields } from './traits/sections/section-order.ts';
import { usePrescribedPerson, useRowTitle } from './traits/summary/person.ts';
import { useRow } from '../resource-client/use-row.ts';

import type { AnyResource } from '@kangmai/resource';
import type { ScreenRow } from '../resource-client/row.ts';
import type { ScreenOptions } from './screen-context.ts';

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
}: FormDrawerProps & {
  readonly row: ScreenRow;
  readonly onDirty: (isDirty: boolean) => void;
  readonly onCancel: () => void;
}) {
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
        onCancel={rest.onCancel}
      />
    );
  return error ? <ErrorState message={error.message} onRetry={() => void refetch()} /> : <LoadingState />;
}

/** Drawer to create or edit a row; closing it with unsaved input asks first. */
export function FormDrawer({ resource, row, omit = [], defaults = {}, onCreated, onClose }: FormDrawerProps) {
  const { leave, setDirty } = useAskBeforeClose(onClose);
  const title = resourceTitle(resource);
  const name = useRowTitle(resource, row ?? blankRow);
  const person = usePrescribedPerson(resource, row ? {} : defaults);
  const heading = [T(row ? 'editTitle' : 'createOf', { title }), row ? name : person].filter(Boolean);
  return (
    <Drawer
      open
      title={heading.join(L('word.colon'))}
      size={drawerWidth(formFields(resource, omit).length)}
      onClose={leave}

      destroyOnHidden
    >
      {row ? (
        <FreshForm resource={resource} row={row} omit={omit} onClose={onClose} onCancel={leave} onDirty={setDirty} />
      ) : (
        <ResourceForm
          resource={resource}
          defaults={defaults}
          omit={omit}
          {...(onCreated && { onCreated })}
          onDirty={setDirty}
          onSaved={(more) => (more ? setDirty(false) : onClose())}
          onCancel={leave}
        />
      )}
    </Drawer>
  );
}
