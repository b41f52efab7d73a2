import { failedMark } from '../lib/print-path.ts';

/** In place of a part of a paper that could not be loaded. */
export const PrintFault = ({ error }: { readonly error: Error }) => (
  <p role="alert" {...{ [failedMark]: '' }}>
    {error.message}
  </p>
);
