const steps = 15;
const stepMs = 32;
const reach = 10;

/** Shakes an element, unless the system asks for reduced motion: 15 steps of 32 ms with decreasing distance. */
export function shake(element: HTMLElement): Animation | null {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return null;
  const frames = Array.from({ length: steps }, (_, at) => {
    const side = at % 2 === 0 ? -1 : 1;
    return {
      offset: at / steps,
      easing: 'steps(1, end)',
      transform: `translateX(${side * reach * (1 - at / steps)}px)`,
    };
  });
  return element.animate([...frames, { offset: 1, transform: 'translateX(0)' }], { duration: steps * stepMs });
}
