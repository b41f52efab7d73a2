import { Button } from 'antd';
import { useCallback, useEffect, useRef, useState } from 'react';

import { L } from '../lib/i18n/texts.ts';

import css from './embedded-page.module.css';
import { Overlay } from './overlay.tsx';
import { ErrorState, LoadingState } from './states.tsx';
import { useThemeName } from './theme-name.ts';

interface EmbeddedPageProps {
  title: string;
  address: string;
  onClose: () => void;
}

/** A static page over everything, embedded by `srcdoc` without scripts, so that no page needs to allow framing. */
export function EmbeddedPage({ title, address, onClose }: EmbeddedPageProps) {
  const [text, setText] = useState<string | null>(null);
  const [isFailed, setFailed] = useState(false);
  const frame = useRef<HTMLIFrameElement>(null);
  const theme = useThemeName();
  const load = useCallback(async () => {
    setFailed(false);
    try {
      const answer = await fetch(address);
      if (!answer.ok) throw new Error(answer.statusText);
      setText(await answer.text());
    } catch {
      setFailed(true);
    }
  }, [address]);
  useEffect(() => void load(), [load]);

  const paint = useCallback(
    () => frame.current?.contentDocument?.documentElement.setAttribute('data-theme', theme),
    [theme],
  );
  useEffect(paint, [paint]);
  const onFrameLoad = (): void => {
    paint();
    frame.current?.contentDocument?.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') onClose();
    });
  };
  return (
    <Overlay name={title} kind="whole" onClose={onClose}>
      <div className={css['page']}>
        <div className={css['head']}>
          <h2>{title}</h2>
          <Button onClick={onClose}>{L('word.close')}</Button>
        </div>
        {isFailed && <ErrorState onRetry={() => void load()} />}
        {text === null && !isFailed && <LoadingState />}
        {text !== null && (
          <iframe
            ref={frame}
            className={css['content']}
            title={title}
            srcDoc={text}
            sandbox="allow-same-origin"
            onLoad={onFrameLoad}
          />
        )}
      </div>
    </Overlay>
  );
}
