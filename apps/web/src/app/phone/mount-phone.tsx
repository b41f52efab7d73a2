import { phoneAuthPath, phoneBookingPath } from '@kangmai/model/menu';
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

import { L } from '../../lib/i18n/texts.ts';
import { AuthPage } from './auth-page.tsx';
import { BookingPage } from './booking-page.tsx';
import { EndedPage } from './ended-page.tsx';
import { sessionEnded } from './parts.tsx';
import { dropPhoneToken, phoneToken } from './phone-calls.ts';
import { T } from './phone-texts.ts';

/** The token of a link is behind the # of its address, which no server sees. */
const linkOfAddress = (): string => (location.pathname === phoneAuthPath ? location.hash.slice(1) : '');

function PhonePages() {
  const [link, setLink] = useState(linkOfAddress);
  const [isOpen, setOpen] = useState(() => link === '' && phoneToken() !== null);
  useEffect(() => {
    const end = (): void => {
      dropPhoneToken();
      setOpen(false);
    };
    addEventListener(sessionEnded, end);
    return () => removeEventListener(sessionEnded, end);
  }, []);
  const enter = (): void => {
    history.replaceState(null, '', phoneBookingPath);
    setLink('');
    setOpen(true);
  };
  if (isOpen) return <BookingPage />;
  return link === '' ? <EndedPage /> : <AuthPage linkToken={link} onEntered={enter} />;
}

export function mountPhone(root: HTMLElement): void {
  document.title = `${T('title')} - ${L('app.title')}`;
  createRoot(root).render(<PhonePages />);
}
