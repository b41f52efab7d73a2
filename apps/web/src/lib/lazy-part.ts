import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

const patienceMs = 120_000;

function chunkLoadError(cause?: unknown): Error {
  const error = new Error('a part of the page could not be loaded', { cause });
  error.name = 'ChunkLoadError';
  return error;
}

let loading = 0;

/** True while a chunk is being loaded. */
export const isLoadingPart = (): boolean => loading > 0;

/** Loads a chunk; rejects with a ChunkLoadError when it or its style sheet does not arrive within two minutes. */
export function loadPart<T>(load: () => Promise<T>): Promise<T> {
  loading += 1;
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(chunkLoadError()), patienceMs);
    load()
      .then(resolve, (error: unknown) => reject(isChunkError(error) ? chunkLoadError(error) : error))
      .finally(() => clearTimeout(timer));
  }).finally(() => {
    loading -= 1;
  });
}

const chunkWords = /dynamically imported module|Unable to preload CSS|ChunkLoadError|Importing a module script failed/;

export const isChunkError = (error: unknown): boolean =>
  error instanceof Error && chunkWords.test(`${error.name} ${error.message}`);

export const lazyPart = <Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> =>
  lazy(async () => ({ default: await loadPart(load) }));

const reloadedFor = 'reloadedFor';

/** Identifies the running build by its entry file. */
const buildNow = (): string => document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '';

/** Reloads the page once per build, because a new build removes the files of the old one. True when reloading. */
export function reloadOnce(): boolean {
  if (!navigator.onLine || sessionStorage.getItem(reloadedFor) === buildNow()) return false;
  sessionStorage.setItem(reloadedFor, buildNow());
  location.reload();
  return true;
}
