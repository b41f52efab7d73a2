import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

const patienceMs = 120_000;

/** A part of the program that did not come, or not in time. */
function chunkLoadError(cause?: unknown): Error {
  const error = new Error('a part of the page could not be loaded', { cause });
  error.name = 'ChunkLoadError';
  return error;
}

/** Loads a part of the program; rejects with a ChunkLoadError when it or its style sheet cannot be had within two minutes. */
export function loadPart<T>(load: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(chunkLoadError()), patienceMs);
    load()
      .then(resolve, (error: unknown) => reject(isChunkError(error) ? chunkLoadError(error) : error))
      .finally(() => clearTimeout(timer));
  });
}

const chunkWords = /dynamically imported module|Unable to preload CSS|ChunkLoadError|Importing a module script failed/;

export const isChunkError = (error: unknown): boolean =>
  error instanceof Error && chunkWords.test(`${error.name} ${error.message}`);

/** A component that is loaded when it is first drawn. */
export const lazyPart = <Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> =>
  lazy(async () => ({ default: await loadPart(load) }));

const reloadedFor = 'reloadedFor';

/** The build that runs here, by the address of its first file. */
const buildNow = (): string => document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '';

/** Loads the page anew, once for each build: the files of an older build go when a newer one comes. True when it does. */
export function reloadOnce(): boolean {
  if (!navigator.onLine || sessionStorage.getItem(reloadedFor) === buildNow()) return false;
  sessionStorage.setItem(reloadedFor, buildNow());
  location.reload();
  return true;
}
