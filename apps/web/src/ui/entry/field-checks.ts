import type { FocusEvent } from 'react';
import type { FormInstance } from 'antd';

type Values = Readonly<Record<string, unknown>>;

interface FieldChecks {
  readonly wrongFields: () => ReturnType<FormInstance<Values>['getFieldsError']>;
  /** Leads to the first refused field; answers how many there are. */
  readonly goToWrong: () => number;
  readonly checkAgain: (changed: Values) => void;
  readonly checkLeft: (event: Pick<FocusEvent, 'target'>) => void;
}

/** Fields are checked when they are left, and while they show a problem at each change. */
export function fieldChecks(form: FormInstance<Values>, onSound: () => void): FieldChecks {
  const wrongFields = () => form.getFieldsError().filter(({ errors }) => errors.length > 0);
  return {
    wrongFields,
    goToWrong: () => {
      const wrong = wrongFields();
      if (wrong[0]) form.scrollToField(wrong[0].name, { focus: true, block: 'center' });
      return wrong.length;
    },
    checkAgain: (changed) => {
      const shown = Object.keys(changed).filter((name) => form.getFieldError(name).length > 0);
      if (shown.length === 0) return;
      // Once the last refused field is right, the notice above the form goes too.
      const tidy = (): void => (wrongFields().length > 0 ? undefined : onSound());
      form.validateFields(shown).then(tidy, tidy);
    },
    checkLeft: ({ target }) => {
      const name = target instanceof HTMLElement ? target.id.split('_').at(-1) : undefined;
      if (name !== undefined && form.isFieldTouched(name)) form.validateFields([name]).catch(() => undefined);
    },
  };
}
