import { useEffect } from 'react';
import { create } from 'zustand';

/** The person being measured again on this screen, by id. */
export const usePersonMeasured = create<{ readonly id: number | null }>(() => ({ id: null }));

/** Keeps the person while the component is shown. */
export function useMeasuring(id: number | null): void {
  useEffect(() => {
    usePersonMeasured.setState({ id });
    return () => usePersonMeasured.setState({ id: null });
  }, [id]);
}
