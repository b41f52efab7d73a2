import { useLocation, useNavigate } from 'react-router';

type Change = Readonly<Record<string, string | number | null>>;

/** What the address of a page asks for, and how it is changed. */
export function useSearch(): { readonly asked: URLSearchParams; readonly go: (change: Change) => void } {
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const go = (change: Change): void => {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(change))
      if (value === null) next.delete(name);
      else next.set(name, String(value));
    void navigate(`${pathname}${next.size > 0 ? `?${next.toString()}` : ''}`, { replace: true });
  };
  return { asked: new URLSearchParams(search), go };
}

/** A positive whole number of an address; null for anything else. */
export function numberIn(asked: URLSearchParams, name: string): number | null {
  const value = Number(asked.get(name));
  return Number.isSafeInteger(value) && value > 0 ? value : null;
}
