import { guardianContact } from '@kangmai/model/clients';

import { ResourceScreen } from '../../resource-screens/resource-screen.tsx';
import { T } from './binding-texts.ts';
import { ContactBinding } from './wechat-binding.tsx';

const rowActions = [ContactBinding];

/** Guardians and contacts of all persons, with the binding of their WeChat. */
export const GuardiansScreen = () => (
  <ResourceScreen resource={guardianContact} title={T('guardians')} rowActions={rowActions} />
);
