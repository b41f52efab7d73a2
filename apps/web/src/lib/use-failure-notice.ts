import { App } from 'antd';
import { useCallback } from 'react';

import { isAbort } from './api/api-error.ts';
import { failureWords } from './failure-words.ts';

/** Shows the notice of a failed call. With `title` the notice names what failed and the server's message follows. */
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
