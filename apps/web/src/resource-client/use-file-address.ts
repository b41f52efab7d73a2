import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { readFile, type FileSize } from './files.ts';

/** Object URL of a file, revoked when no longer used. */
export function useFileAddress(id: string | null, size: FileSize = 'whole'): string | undefined {
  const { data: blob } = useQuery({
    queryKey: ['file', id, size],
    queryFn: ({ signal }) => readFile(id ?? '', signal, size),
    enabled: id !== null,
    staleTime: Infinity,
  });
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!blob) return undefined;
    const made = URL.createObjectURL(blob);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return address;
}
