import { Alert } from 'antd';
import { useEffect, useRef, type ReactNode } from 'react';

import { shake } from './shake.ts';

/** Why a form was refused; announced and shaken whenever it changes. */
export function ProblemLine({ sentence, children }: { sentence: string | null; children?: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (sentence !== null && box.current) shake(box.current);
  }, [sentence]);
  return (
    <div ref={box} role="alert">
      {sentence !== null && <Alert type="error" showIcon title={sentence} description={children} />}
    </div>
  );
}
