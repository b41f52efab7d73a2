const inputs = 'input:not([type="hidden"], [type="file"]), textarea, [contenteditable="true"]';

const enabledInputs = (box: HTMLElement): readonly HTMLElement[] =>
  [...box.querySelectorAll<HTMLElement>(inputs)].filter(
    (input) => !input.matches(':disabled') && input.tabIndex >= 0 && !input.closest('[hidden]'),
  );

/** The enabled inputs of the fields of a form in the order of the page. */
export const inputsIn = (box: HTMLElement): readonly HTMLElement[] =>
  enabledInputs(box).filter((input) => input.closest('.ant-form-item') !== null);

const isRadio = (input: HTMLElement): input is HTMLInputElement =>
  input instanceof HTMLInputElement && input.type === 'radio';

function isEmpty(item: Element): boolean {
  const choices = item.querySelectorAll<HTMLInputElement>('input[type="radio"], input[type="checkbox"]');
  if (choices.length > 0) return ![...choices].some(({ checked }) => checked);
  if (item.querySelector('.ant-select-content-has-value, .ant-select-selection-item')) return false;
  return item.querySelector<HTMLInputElement>('input, textarea')?.value === '';
}

/** The first empty required input, or else the first input. */
export function firstInput(box: HTMLElement): HTMLElement | undefined {
  const all = inputsIn(box);
  const missing = all.find((input) => {
    const item = input.closest('.ant-form-item');
    return item?.querySelector('.ant-form-item-required') && isEmpty(item);
  });
  return missing ?? all[0] ?? enabledInputs(box)[0];
}

/** The input after another one; a group of radio buttons counts as one. */
export function inputAfter(box: HTMLElement, input: HTMLElement): HTMLElement | undefined {
  const all = inputsIn(box);
  const next = all
    .slice(all.indexOf(input) + 1)
    .find((other) => !isRadio(input) || !isRadio(other) || other.name !== input.name);
  if (next === undefined || !isRadio(next)) return next;
  return all.find((other) => isRadio(other) && other.name === next.name && other.checked) ?? next;
}

/** The button that saves: the last primary one of the dialog, or of the form outside dialogs. */
export function saveButtonOf(box: HTMLElement): HTMLButtonElement | undefined {
  const frame = box.closest('[role="dialog"]') ?? box;
  return [...frame.querySelectorAll<HTMLButtonElement>('button.ant-btn-primary:not(:disabled)')].at(-1);
}

/** Whether the list or calendar of an input is open; undefined for an input without one. */
export function popupOf(input: EventTarget): 'open' | 'closed' | undefined {
  if (!(input instanceof Element)) return undefined;
  if (input.matches('[role="combobox"]')) return input.getAttribute('aria-expanded') === 'true' ? 'open' : 'closed';
  if (!input.closest('.ant-picker')) return undefined;
  return document.querySelector('.ant-picker-dropdown:not(.ant-picker-dropdown-hidden)') ? 'open' : 'closed';
}
