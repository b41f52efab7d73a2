import UserOutlined from '@ant-design/icons/es/icons/UserOutlined';
import { useQuery } from '@tanstack/react-query';
import { App } from 'antd';
import { useEffect } from 'react';

import { useSession } from '../../lib/session/session.ts';
import { storageKeys, writeScoped } from '../../lib/storage-keys.ts';

import { readPicture } from './account-calls.ts';
import { A } from './account-texts.ts';
import css from './avatar.module.css';
import { statusOf } from './failures.ts';

export const pictureKey = ['ownPicture'] as const;

export function useOwnPicture(): string | undefined {
  const { notification } = App.useApp();
  const { data, error } = useQuery({ queryKey: pictureKey, queryFn: readPicture, staleTime: Infinity });
  const address = data ? `data:image/jpeg;base64,${data}` : undefined;
  useEffect(() => {
    if (error) notification.error({ key: 'avatar', title: A('avatarFailed'), description: statusOf(error) });
  }, [error, notification]);
  useEffect(() => {
    if (data !== undefined) writeScoped(storageKeys.avatar, address ?? '');
  }, [data, address]);
  return address;
}

interface AvatarProps {
  size: number;
  /** The name is beside it, so screen readers skip the picture. */
  isDecoration?: true;
}

export function Avatar({ size, isDecoration }: AvatarProps) {
  const name = useSession((session) => session.user?.name ?? '');
  const address = useOwnPicture();
  const sides = { width: size, height: size };
  if (address)
    return (
      <img src={address} alt={isDecoration ? '' : A('avatarOf', { name })} className={css['avatar']} style={sides} />
    );
  return (
    <span className={css['none']} style={{ ...sides, fontSize: size / 2 }}>
      <UserOutlined aria-hidden="true" />
    </span>
  );
}
