import { Alert } from 'antd';
import { useEffect, useRef } from 'react';

import { shake } from './shake.ts';

/** Why a form was refused; announced and shaken whenever it changes. */
export function ProblemLine({ sentence }: { sentence: string | null }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (sentence !== null && box.current) shake(box.current);
  }, [sentence]);
  return (
    <div ref={box} role="alert">
      {sentence !== null && <Alert type="error" showIcon title={sentence} />}
    </div>
  );
}
