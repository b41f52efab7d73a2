/** How far a box scrolls so that a part of it is in view. */
const distance = (part: readonly [number, number], box: readonly [number, number]): number =>
  part[0] < box[0] ? part[0] - box[0] : Math.max(0, Math.min(part[1] - box[1], part[0] - box[0]));

/** Scrolls the box alone until the entry is in view; `scrollIntoView` would make the next Tab start at the entry. */
export function bringIntoBox(box: Element, entry: Element): void {
  const [outer, inner] = [box.getBoundingClientRect(), entry.getBoundingClientRect()];
  box.scrollLeft += distance([inner.left, inner.right], [outer.left, outer.right]);
  box.scrollTop += distance([inner.top, inner.bottom], [outer.top, outer.bottom]);
}
