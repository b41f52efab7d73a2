import ApartmentOutlined from '@ant-design/icons/es/icons/ApartmentOutlined';
import ContactsOutlined from '@ant-design/icons/es/icons/ContactsOutlined';
import DashboardOutlined from '@ant-design/icons/es/icons/DashboardOutlined';
import DesktopOutlined from '@ant-design/icons/es/icons/DesktopOutlined';
import HeartOutlined from '@ant-design/icons/es/icons/HeartOutlined';
import HomeOutlined from '@ant-design/icons/es/icons/HomeOutlined';
import InboxOutlined from '@ant-design/icons/es/icons/InboxOutlined';
import SettingOutlined from '@ant-design/icons/es/icons/SettingOutlined';
import UnorderedListOutlined from '@ant-design/icons/es/icons/UnorderedListOutlined';

import type { ReactNode } from 'react';

const icons: Readonly<Record<string, ReactNode>> = {
  home: <HomeOutlined aria-hidden="true" />,
  clients: <ContactsOutlined aria-hidden="true" />,
  health: <HeartOutlined aria-hidden="true" />,
  monitoring: <DesktopOutlined aria-hidden="true" />,
  readings: <DashboardOutlined aria-hidden="true" />,
  shared: <ApartmentOutlined aria-hidden="true" />,
  stock: <InboxOutlined aria-hidden="true" />,
  platform: <SettingOutlined aria-hidden="true" />,
};

export const menuIcon = (name: string | undefined): ReactNode =>
  icons[name ?? ''] ?? <UnorderedListOutlined aria-hidden="true" />;
