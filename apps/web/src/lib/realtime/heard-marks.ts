const kept = 2000;

/**
 * Remembers by what the last events are known: their key, under which one comes again on a new connection, and their place, under which it
 * comes again after a break. Answers whether an event came before; one that bears neither counts as new.
 */
export function heardMarks(): (marks: readonly unknown[]) => boolean {
  const heard = new Set<string>();
  return (marks) => {
    const named = marks.filter((mark) => typeof mark === 'string');
    const isHeard = named.some((mark) => heard.has(mark));
    for (const mark of named) heard.add(mark);
    while (heard.size > kept) heard.delete(heard.values().next().value ?? '');
    return isHeard;
  };
}
