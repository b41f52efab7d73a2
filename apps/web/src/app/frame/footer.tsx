import { useSession } from '../../lib/session/session.ts';

import css from './frame.module.css';

const keys = {
  copyright: 'App.Footer.Copyright',
  police: 'App.Footer.PoliceRecord',
  icp: 'App.Footer.IcpRecord',
} as const;

/** Copyright and the two public registrations; an empty setting hides its entry. */
export function Footer() {
  const settings = useSession((session) => session.settings);
  const police = settings[keys.police];
  const icp = settings[keys.icp];
  return (
    <footer className={css['footer']}>
      {settings[keys.copyright] && <span>{settings[keys.copyright]}</span>}
      {police && (
        <a href="https://beian.mps.gov.cn/" target="_blank" rel="noopener noreferrer">
          {police}
        </a>
      )}
      {icp && (
        <a href="https://beian.miit.gov.cn/" target="_blank" rel="noopener noreferrer">
          {icp}
        </a>
      )}
    </footer>
  );
}
