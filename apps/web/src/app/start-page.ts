import { createRoot, type Root } from 'react-dom/client';

/** Draws a page whose start asks the server first. Until then the page's own outline stands; when it fails, the same start can be tried again. */
export async function startPage(element: HTMLElement, start: (root: Root) => Promise<void>): Promise<void> {
  const root = createRoot(element);
  const attempt = async (): Promise<void> => {
    try {
      await start(root);
    } catch {
      const { showStartFailed } = await import('./start-failed.tsx');
      await showStartFailed(root, () => void attempt());
    }
  };
  await attempt();
}
