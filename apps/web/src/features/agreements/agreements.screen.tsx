import { doctorAgreement } from '@kangmai/model/teams';
import { Button } from 'antd';
import { useState } from 'react';

import { ResourceScreen } from '../../resource-screens/resource-screen.tsx';
import { agreementInputs, newAgreement } from './agreement-inputs.tsx';
import { T } from './agreements-texts.ts';
import { StatisticsDialog } from './statistics-dialog.tsx';

function StatisticsButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{T('statistics')}</Button>
      {isOpen && <StatisticsDialog onClose={() => setOpen(false)} />}
    </>
  );
}

/** Agreements of clients with doctors: what ends first stands first. */
export const AgreementsScreen = () => (
  <ResourceScreen
    resource={doctorAgreement}
    tools={<StatisticsButton />}
    inputs={agreementInputs}
    defaults={newAgreement()}
  />
);
