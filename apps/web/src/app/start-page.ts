import { createRoot, type Root } from 'react-dom/client';

/**
 * Renders a page that asks the server first; until then the static outline is visible. A failed start can be retried.
 */
export async function startPage(element: HTMLElement, start: (root: Root) => Promise<void>): Promise<void> {
  const root = createRoot(element);
  const tryStart = async (): Promise<void> => {
    try {
      await start(root);
    } catch {
      const { showStartFailed } = await import('./start-failed.tsx');
      await showStartFailed(root, () => void tryStart());
    }
  };
  await tryStart();
}
