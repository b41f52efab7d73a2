import { useEffect, useState } from 'react';

import { readPasswordRules, type PasswordRules } from './account-calls.ts';

/** What the tenant asks of its passwords; undefined until it is known, when the product's own rule counts. */
export function usePasswordRules(): PasswordRules | undefined {
  const [rules, setRules] = useState<PasswordRules>();
  useEffect(() => {
    readPasswordRules().then(setRules, () => undefined);
  }, []);
  return rules;
}
