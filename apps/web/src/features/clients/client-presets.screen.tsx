import { ClientList } from './client-list.screen.tsx';
import { T } from './client-texts.ts';

const vipColumns = [
  'name',
  'gender',
  'age',
  'phone',
  'vipLevel',
  'deviceCount',
  'openCases',
  'earlyWarning',
  'healthManager',
  'doctor',
  'team',
  'familyName',
  'state',
] as const;
const vipSearch = ['healthManager', 'doctor', 'state'] as const;
const vips = { fixed: { isVip: 'true' } } as const;
const newVip = { isVip: true } as const;

/** VIP clients; new ones are VIPs. */
export const VipClientsScreen = () => (
  <ClientList title={T('vips')} columns={vipColumns} searchFields={vipSearch} list={vips} defaults={newVip} />
);

const communityColumns = [
  'name',
  'gender',
  'age',
  'phone',
  'regionCode',
  'address',
  'organizationUnit',
  'familyName',
  'crowdTypes',
  'doctor',
  'team',
  'state',
] as const;
const communitySearch = ['organizationUnit', 'regionCode', 'crowdTypes', 'doctor'] as const;

/** Clients by where they live and who looks after the place. */
export const CommunityClientsScreen = () => (
  <ClientList title={T('ofCommunities')} columns={communityColumns} searchFields={communitySearch} />
);
