import { App } from 'antd';
import { useCallback } from 'react';

import { isAbort } from './api/api-error.ts';
import { failureWords } from './failure-words.ts';

/**
 * Tells of a failed call the way all of them are told of. With `title` the notice says in its own words what failed, and the server's
 * sentence stands below.
 * @example const tell = useFailureNotice(); save().catch(tell); send().catch((error: unknown) => tell(error, L('sms.failed')));
 */
export function useFailureNotice(): (error: unknown, title?: string) => void {
  const { notification } = App.useApp();
  return useCallback(
    (error, title) => {
      if (isAbort(error)) return;
      const { kind, ...words } = failureWords(error);
      const told =
        title === undefined
          ? words
          : { title, description: [words.title, words.description].filter(Boolean).join('\n') };
      notification[kind]({ ...told, style: { whiteSpace: 'pre-line' } });
    },
    [notification],
  );
}
