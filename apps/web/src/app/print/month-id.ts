/** The first day of the month that an id such as 202611 names. */
export const firstOfMonth = (id: number): string => `${Math.floor(id / 100)}-${String(id % 100).padStart(2, '0')}-01`;

export const isMonthId = (id: number): boolean => !Number.isNaN(Date.parse(firstOfMonth(id)));
