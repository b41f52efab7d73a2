type LoadTenants = (imeis: readonly string[]) => Promise<ReadonlyMap<string, number>>;

const freshMs = 10_000;
const mostKept = 200_000;

/** Caches each device's tenant for seconds. Every call uses its own results: a device being reloaded is not unknown. */
export function tenantDirectory(load: LoadTenants): LoadTenants {
  const kept = new Map<string, { readonly at: number; readonly tenantId: number }>();
  return async (imeis) => {
    const now = performance.now();
    const found = new Map<string, number>();
    const missing: string[] = [];
    for (const imei of imeis) {
      const known = kept.get(imei);
      if (known && known.at >= now - freshMs) found.set(imei, known.tenantId);
      else missing.push(imei);
    }
    if (missing.length === 0) return found;
    const loaded = await load(missing);
    if (kept.size > mostKept) kept.clear();
    for (const imei of missing) {
      const tenantId = loaded.get(imei);
      if (tenantId === undefined) kept.delete(imei);
      else {
        kept.set(imei, { at: now, tenantId });
        found.set(imei, tenantId);
      }
    }
    return found;
  };
}
