import { useEffect, useState } from 'react';

import { readPasswordRules, type PasswordRules } from './account-calls.ts';

/** Password rules of the tenant; undefined while they load, when the product's rule applies. */
export function usePasswordRules(): PasswordRules | undefined {
  const [rules, setRules] = useState<PasswordRules>();
  useEffect(() => {
    readPasswordRules().then(setRules, () => undefined);
  }, []);
  return rules;
}
