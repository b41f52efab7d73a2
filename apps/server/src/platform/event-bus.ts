type Listener<Payload> = (payload: Payload) => void;

/** Wakes parts of this process after a commit. Nothing is stored: what must not be lost is in the outbox. */
export interface EventBus<Events extends object> {
  /** @returns a function that removes the listener */
  on<Name extends keyof Events>(name: Name, listener: Listener<Events[Name]>): () => void;
  emit<Name extends keyof Events>(name: Name, payload: Events[Name]): void;
}

/** @param report called with an error of a listener; the other listeners are called nevertheless */
export function createEventBus<Events extends object>(report: (error: unknown) => void): EventBus<Events> {
  const listeners = new Map<keyof Events, Set<Listener<never>>>();
  return {
    on(name, listener) {
      const present = listeners.get(name) ?? new Set<Listener<never>>();
      listeners.set(name, present.add(listener));
      return () => present.delete(listener);
    },
    emit<Name extends keyof Events>(name: Name, payload: Events[Name]) {
      for (const listener of listeners.get(name) ?? []) {
        try {
          (listener as Listener<Events[Name]>)(payload);
        } catch (error) {
          report(error);
        }
      }
    },
  };
}
