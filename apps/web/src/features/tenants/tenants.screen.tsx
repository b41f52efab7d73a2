import PlusOutlined from '@ant-design/icons/PlusOutlined';
import { tenant } from '@kangmai/model/organization';
import { permissionsOfAction } from '@kangmai/resource';
import { Button } from 'antd';
import { useState } from 'react';

import { useCan } from '../../lib/permissions.ts';
import { ActionDialog } from '../../resource-screens/action-dialog.tsx';
import { ChoiceValue } from '../../resource-screens/field-kinds/choice.tsx';
import { ResourceScreen } from '../../resource-screens/resource-screen.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { TenantEdit, TenantMenu } from './tenant-actions.tsx';
import { T } from './tenant-texts.ts';
import { stateWord, useMove } from './use-move.ts';

import type { CellProps } from '../../resource-screens/field-kinds/face.ts';

const blank = { id: 0, rowVersion: null, createdAt: null, values: {}, joined: {}, beside: {} };

function NewTenant() {
  const [isOpen, setOpen] = useState(false);
  if (!useCan(permissionsOfAction(tenant, tenant.actions.create))) return null;
  return (
    <>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen(true)}>
        {T('create')}
      </Button>
      {isOpen && (
        <ActionDialog resource={tenant} action={tenant.actions.create} row={blank} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

function MovingCell({ id }: { readonly id: number }) {
  const { data } = useMove(id);
  return (
    <StatusTag tone="info">
      {data ? `${stateWord(data)} ${T('tablesOf', { done: data.tablesDone, total: data.tablesTotal })}` : T('waiting')}
    </StatusTag>
  );
}

const DatabaseCell = ({ field, value, row }: CellProps) =>
  value === 'moving' ? <MovingCell id={row.id} /> : <ChoiceValue field={field} value={value} />;

const cells = { database: DatabaseCell };
const rowActions = [TenantEdit, TenantMenu];
const ownActions = Object.keys(tenant.actions);
const sortable = ['tenancyName', 'name', 'isActive', 'subscriptionEndAt', 'registeredAt'];

export function TenantsScreen() {
  return (
    <ResourceScreen
      resource={tenant}
      title={T('list')}
      cells={cells}
      rowActions={rowActions}
      ownActions={ownActions}
      sortable={sortable}
      canCreate={false}
      tools={<NewTenant />}
    />
  );
}
