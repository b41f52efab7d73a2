import css from './sign-in.module.css';

import type { Refusal } from './use-sign-in.ts';

export function RefusalNotice({ refusal, extra }: { refusal: Refusal | null; extra?: string | undefined }) {
  return (
    <div role="alert" className={refusal ? css['refusal'] : undefined}>
      {refusal && (
        <>
          <strong>{refusal.title}</strong>
          {refusal.details && <p>{refusal.details}</p>}
          {extra && <p>{extra}</p>}
        </>
      )}
    </div>
  );
}
