import { energyItem } from '@kangmai/model/basic-data';
import { Button } from 'antd';
import { useNavigate } from 'react-router';

import { screenPath } from '../../lib/screen-path.ts';
import { ResourceScreen } from '../../resource-screens/resource-screen.tsx';
import { T } from './energy-texts.ts';

function ReadButton() {
  const navigate = useNavigate();
  return (
    <Button type="primary" onClick={() => void navigate(screenPath('meterReading'))}>
      {T('open')}
    </Button>
  );
}

const tools = <ReadButton />;

export function EnergyScreen() {
  return <ResourceScreen resource={energyItem} tools={tools} />;
}
