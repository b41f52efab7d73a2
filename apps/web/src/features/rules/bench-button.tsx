import { abnormalRule } from '@kangmai/model/alerts';
import { permissionsOfAction } from '@kangmai/resource';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';

import { useCan } from '../../lib/permissions.ts';
import { rowName } from '../../resource-client/row-name.ts';
import { useRowContext } from '../../resource-screens/list-context.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { N } from './bench-texts.ts';
import { isBenchable } from './trial-rule.ts';

import type { Tried } from './bench-client.ts';

const BenchDialog = lazy(async () => ({ default: (await import('./bench-dialog.tsx')).BenchDialog }));

const permissions = permissionsOfAction(abnormalRule, abnormalRule.actions.getBench);

/** Opens the bench of a stored rule from its row. */
export function BenchButton() {
  const row = useRowContext(abnormalRule);
  const isAllowed = useCan(permissions);
  const [isOpen, setOpen] = useState(false);
  if (!isAllowed || !isBenchable(row.values)) return null;
  const name = rowName(abnormalRule, row);
  return (
    <>
      <LinkButton aria-label={N('openOf', { name })} onClick={() => setOpen(true)}>
        {N('open')}
      </LinkButton>
      {isOpen && (
        <Suspense>
          <BenchDialog name={name} read={() => ({ ruleId: row.id })} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

interface DraftProps {
  readonly name: string;
  readonly read: () => Tried;
  readonly isReady: boolean;
}

/** Opens the bench of a rule as it is entered in the form. */
export function DraftBench({ name, read, isReady }: DraftProps) {
  const isAllowed = useCan(permissions);
  const [isOpen, setOpen] = useState(false);
  if (!isAllowed) return null;
  return (
    <>
      <Button disabled={!isReady} onClick={() => setOpen(true)}>
        {N('open')}
      </Button>
      {isOpen && (
        <Suspense>
          <BenchDialog name={name} read={read} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
