const kept = 2000;

/**
 * Recognises repeated events. An event may repeat by its key on a new connection or by its position after a reconnect.
 * Returns whether it was seen; events without either count as new.
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
