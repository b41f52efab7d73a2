import { bed, building, room } from '@kangmai/model/facility';
import { useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useState } from 'react';

import { useFailureNotice } from '../../lib/use-failure-notice.ts';
import { moveResident, type BedNode } from '../../resource-client/buildings.ts';
import { rowKeys } from '../../resource-client/row-keys.ts';
import { T } from './facility-texts.ts';

export interface BedMoves {
  readonly chosen: BedNode | null;
  readonly choose: (from: BedNode | null) => void;
  readonly moveTo: (to: BedNode) => void;
}

export function useMoveBed(): BedMoves {
  const [chosen, choose] = useState<BedNode | null>(null);
  const { modal, message } = App.useApp();
  const failed = useFailureNotice();
  const client = useQueryClient();
  const move = async (from: BedNode, to: BedNode): Promise<void> => {
    try {
      await moveResident(from.id, to.id);
      void message.success(T('moved', { name: from.clientName ?? '', to: to.name }));
    } catch (error) {
      failed(error, T('failed'));
    }
    await Promise.all(
      [building, room, bed].map((resource) => client.invalidateQueries({ queryKey: rowKeys.all(resource) })),
    );
  };
  const moveTo = (to: BedNode): void => {
    if (!chosen) return;
    const from = chosen;
    choose(null);
    void modal.confirm({
      title: T('ask', { name: from.clientName ?? '', from: from.name, to: to.name }),
      content: T('askHint'),
      okText: T('confirm'),
      onOk: () => move(from, to),
    });
  };
  return { chosen, choose, moveTo };
}
