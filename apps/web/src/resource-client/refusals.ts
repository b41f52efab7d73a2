import { ApiError } from '../lib/api/api-error.ts';

interface Placed {
  readonly name: string;
  readonly errors: string[];
}

/** The refusals of a call by the inputs of a form; `isWhole` where each of them has an input. */
export function placedRefusals(
  error: unknown,
  inputOf: (member: string) => string | undefined,
): { readonly placed: Placed[]; readonly isWhole: boolean } {
  const problems = error instanceof ApiError ? error.validationErrors : [];
  const found = problems.map(({ message, members }) =>
    members.flatMap((member): Placed[] => {
      const name = inputOf(member);
      return name === undefined ? [] : [{ name, errors: [message] }];
    }),
  );
  return { placed: found.flat(), isWhole: found.length > 0 && found.every((each) => each.length > 0) };
}
