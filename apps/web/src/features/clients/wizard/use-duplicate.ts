import { client } from '@kangmai/model/clients';
import { useRef, useState } from 'react';

import { failureSentence } from '../../../lib/failure-words.ts';
import { runAction } from '../../../resource-client/calls.ts';
import { checkedNumber } from './identity-inputs.tsx';

import type { Values } from '../../../resource-client/body.ts';

/** A file with the same number; without an id it is out of the user's sight. */
export interface Duplicate {
  readonly clientId: number | null;
  readonly nameMatches: boolean;
}

interface Answer extends Duplicate {
  readonly exist: boolean;
}

interface Asked {
  readonly of: string;
  readonly answer: Promise<Answer>;
}

interface DuplicateCheck {
  readonly found: Duplicate | null;
  readonly problem: string | null;
  /** Looks for the number of a form; false when somebody has it. */
  readonly isFree: (values: Values) => Promise<boolean>;
  readonly forget: () => void;
}

/** Looks for a file with the typed number. The same name and number are asked once. */
export function useDuplicate(): DuplicateCheck {
  const [found, setFound] = useState<Duplicate | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const asked = useRef<Asked | null>(null);

  const ask = (name: string, certificateNo: string): Promise<Answer> => {
    const of = `${name} ${certificateNo}`;
    if (asked.current?.of !== of)
      asked.current = { of, answer: runAction<Answer>(client, client.actions.checkUserExist, { name, certificateNo }) };
    return asked.current.answer;
  };
  const forget = (): void => {
    asked.current = null;
    setFound(null);
    setProblem(null);
  };
  return {
    found,
    problem,
    forget,
    async isFree(values) {
      const checked = checkedNumber(values);
      const name = typeof values['name'] === 'string' ? values['name'].trim() : '';
      if (!checked?.ok || name === '') return true;
      try {
        const asking = ask(name, checked.number);
        const answer = await asking;
        // Another number was typed meanwhile.
        if (asked.current?.answer !== asking) return false;
        setProblem(null);
        setFound(answer.exist ? answer : null);
        return !answer.exist;
      } catch (error) {
        asked.current = null;
        setProblem(failureSentence(error));
        return false;
      }
    },
  };
}
