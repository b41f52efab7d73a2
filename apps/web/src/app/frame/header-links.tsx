import FormOutlined from '@ant-design/icons/es/icons/FormOutlined';
import MessageOutlined from '@ant-design/icons/es/icons/MessageOutlined';
import VideoCameraOutlined from '@ant-design/icons/es/icons/VideoCameraOutlined';
import { chatPath, reportPath, videoPath } from '@kangmai/model/menu';
import { useNavigate } from 'react-router';

import { L } from '../../lib/i18n/texts.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useFirstOpenable } from '../navigation/use-routes.ts';

import css from './frame.module.css';

import type { TextKey } from '../../lib/i18n/zh-hans.ts';
import type { ReactNode } from 'react';

interface HeaderLinkProps {
  path: string;
  name: TextKey;
  icon: ReactNode;
  /** Opens in a separate browser tab without `opener`. */
  isApart?: boolean;
}

function HeaderLink({ path, name, icon, isApart }: HeaderLinkProps) {
  const navigate = useNavigate();
  const target = useFirstOpenable([path]);
  if (target === undefined) return null;
  const apart = isApart && { href: target, target: '_blank', rel: 'noopener' };
  return (
    <IconButton
      className={css['tool'] ?? ''}
      name={L(name)}
      icon={icon}
      {...(apart || { onClick: () => void navigate(target) })}
    />
  );
}

/** Links to chat, video and reports, each shown to users who may open it once its page exists. */
export const HeaderLinks = () => (
  <>
    <HeaderLink path={chatPath} name="frame.chat" icon={<MessageOutlined />} />
    <HeaderLink path={videoPath} name="frame.video" icon={<VideoCameraOutlined />} isApart />
    <HeaderLink path={reportPath} name="frame.reports" icon={<FormOutlined />} isApart />
  </>
);
