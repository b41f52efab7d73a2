import { findEntry } from '@kangmai/model/catalogue';
import { sensitiveAccessLog } from '@kangmai/model/privacy';
import { useMemo } from 'react';

import { fieldLabel, resourceTitle } from '../../lib/labels.ts';
import { useDefinition } from '../../lib/use-definition.ts';
import { ResourceScreen } from '../../resource-screens/resource-screen.tsx';
import { T } from './client-texts.ts';

import type { CellProps } from '../../resource-screens/field-kinds/face.ts';

const none = '—';

function RecordCell({ value }: CellProps) {
  if (typeof value !== 'string') return none;
  const entry = findEntry(value);
  return entry ? resourceTitle(entry) : value === 'file' ? T('file') : value;
}

function FieldNameCell({ value, row }: CellProps) {
  const { resource } = row.values as { readonly resource?: unknown };
  const { definition, isWaiting } = useDefinition(typeof resource === 'string' ? resource : undefined);
  if (typeof value !== 'string') return none;
  const field = definition?.fields[value];
  if (isWaiting) return null;
  return field ? fieldLabel(value, field) : value;
}

const cells = { resource: RecordCell, field: FieldNameCell };
const searchFields = ['client', 'user', 'action', 'lookedAt', 'field'];
const ofPerson = ['lookedAt', 'user', 'phoneSession', 'action', 'resource', 'field', 'reason', 'clientIp'];
const omitted = ['client'];

export function AccessLogScreen() {
  return <ResourceScreen resource={sensitiveAccessLog} cells={cells} searchFields={searchFields} />;
}

export function LooksOfClient({ id }: { readonly id: number }) {
  const list = useMemo(() => ({ fixed: { client: String(id) } }), [id]);
  return (
    <ResourceScreen
      resource={sensitiveAccessLog}
      isEmbedded
      list={list}
      columns={ofPerson}
      cells={cells}
      omit={omitted}
    />
  );
}
