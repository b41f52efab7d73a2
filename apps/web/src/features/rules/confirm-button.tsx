import { abnormalRule } from '@kangmai/model/alerts';
import { permissionsOfAction } from '@kangmai/resource';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';

import { readFrom } from '../../resource-client/calls.ts';
import { rowKeys } from '../../resource-client/row-keys.ts';
import { actionLabel } from '../../lib/labels.ts';
import { useCan } from '../../lib/permissions.ts';
import { rowName } from '../../resource-client/row-name.ts';
import { useRowContext } from '../../resource-screens/list-context.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import css from './builder.module.css';
import { T } from './rule-texts.ts';

const ActionDialog = lazy(async () => ({
  default: (await import('../../resource-screens/action-dialog.tsx')).ActionDialog,
}));

const { confirm } = abnormalRule.actions;
const ownKey = [...rowKeys.lists(abnormalRule), 'own'] as const;

interface OwnRules {
  readonly items: readonly number[];
}

export function ConfirmButton() {
  const row = useRowContext(abnormalRule);
  const isAllowed = useCan(permissionsOfAction(abnormalRule, confirm));
  const { data } = useQuery({
    queryKey: ownKey,
    queryFn: ({ signal }) => readFrom<OwnRules>(abnormalRule, 'GetOwn', { signal }),
    enabled: isAllowed,
  });
  const [isAsked, setAsked] = useState(false);
  if (!isAllowed || !data || row.values.mark === 'confirmed') return null;
  const name = T('confirmOf', { name: rowName(abnormalRule, row) });
  if (data.items.includes(row.id)) {
    return (
      <span className={css['others']} title={T('othersHint')}>
        {actionLabel(confirm)}
        <span className="visually-hidden">{T('othersHint')}</span>
      </span>
    );
  }
  return (
    <>
      <LinkButton aria-label={name} onClick={() => setAsked(true)}>
        {actionLabel(confirm)}
      </LinkButton>
      {isAsked && (
        <Suspense>
          <ActionDialog resource={abnormalRule} action={confirm} row={row} onClose={() => setAsked(false)} />
        </Suspense>
      )}
    </>
  );
}
