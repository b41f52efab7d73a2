/** More new cases than this of one rule and product make a storm, where they are five times as many as usual. */
export const leastOfStorm = 21;
const timesUsual = 5;

/** Whether so many new cases of ten minutes are a storm; `usual` is their median. */
export const isStorm = (count: number, usual: number): boolean => count >= leastOfStorm && count >= timesUsual * usual;
