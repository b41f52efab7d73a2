import { commandKinds, deviceCommand } from '@kangmai/model/devices';
import { permissionsOfWrite } from '@kangmai/resource';
import { useMutation } from '@tanstack/react-query';
import { App } from 'antd';

import { writeTo } from '../../resource-client/calls.ts';
import { culture } from '../../lib/i18n/i18n.ts';
import { useCan } from '../../lib/permissions.ts';
import { refreshRows } from '../../resource-client/row-keys.ts';
import { useFailureNotice } from '../../lib/use-failure-notice.ts';
import { T } from './device-texts.ts';

export type CommandName = (typeof commandKinds.names)[number];

interface Order {
  readonly imei: string;
  readonly command: CommandName;
  readonly args?: { readonly text: string };
}

export function commandLabel(name: CommandName): string {
  const { label, en = label } = commandKinds.entries[name];
  return culture() === 'en' ? en : label;
}

export const useMayCommand = (): boolean => useCan(permissionsOfWrite(deviceCommand, 'Create'));

/** Sends a command to a device and reports that it is queued, or why not. Returns the command's id. */
export function useSendCommand(options: { readonly isQuiet?: boolean } = {}) {
  const { message } = App.useApp();
  const tell = useFailureNotice();
  return useMutation({
    mutationFn: async ({ imei, command, args }: Order): Promise<number> => {
      const { id } = await writeTo<{ readonly id: number }>(deviceCommand, 'Send', {
        imei,
        command: commandKinds.wireOf(command),
        ...(args && { args: { ...args } }),
      });
      return id;
    },
    onSuccess: async (_id, { command }) => {
      if (!options.isQuiet) message.success(T('queued', { command: commandLabel(command) }));
      await refreshRows(deviceCommand);
    },
    onError: (error) => tell(error),
  });
}
