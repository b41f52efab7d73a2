/**
 * Detaches the page's content with its input. Returns an element to render in and a function that restores the content.
 */
export function hidePage(): { readonly element: HTMLElement; readonly restore: () => void } {
  const element = document.createElement('div');
  element.style.height = '100%';
  const aside = document.createElement('div');
  const scrolled = [...document.querySelectorAll('*')]
    .filter(({ scrollTop, scrollLeft }) => scrollTop > 0 || scrollLeft > 0)
    .map((target) => ({ target, top: target.scrollTop, left: target.scrollLeft }));
  const putAside = (): void => {
    const others = [...document.body.childNodes].filter((node) => node !== element);
    aside.append(...others);
  };
  putAside();
  document.body.append(element);
  const watch = new MutationObserver(putAside);
  watch.observe(document.body, { childList: true });
  return {
    element,
    restore: () => {
      watch.disconnect();
      element.remove();
      document.body.append(...aside.childNodes);
      for (const { target, top, left } of scrolled) target.scrollTo({ top, left, behavior: 'instant' });
    },
  };
}
