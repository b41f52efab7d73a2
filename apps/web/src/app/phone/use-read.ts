import { useCallback, useEffect, useState } from 'react';

interface Read<T> {
  readonly value: T | undefined;
  readonly problem: unknown;
  readonly again: () => void;
}

/** Reads once for a reader, and once more when asked. The reader must stay the same between renders. */
export function useRead<T>(read: () => Promise<T>): Read<T> {
  const [round, setRound] = useState(0);
  const [state, setState] = useState<Pick<Read<T>, 'value' | 'problem'>>({ value: undefined, problem: undefined });
  useEffect(() => {
    let isWanted = true;
    read().then(
      (value) => isWanted && setState({ value, problem: undefined }),
      (problem: unknown) => isWanted && setState({ value: undefined, problem }),
    );
    return () => {
      isWanted = false;
    };
  }, [read, round]);
  const again = useCallback(() => setRound((former) => former + 1), []);
  return { ...state, again };
}
