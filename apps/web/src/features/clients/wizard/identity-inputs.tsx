import { certificateKind, checkCertificate, type IdCheck } from '@kangmai/domain';
import { client } from '@kangmai/model/clients';
import { Form } from 'antd';

import { formatAt } from '../../../lib/dates.ts';
import { isUnchangedSecret } from '../../../resource-client/check.ts';
import { faceOf } from '../../../resource-screens/field-kinds/faces.ts';
import { W } from './wizard-texts.ts';

import type { Values } from '../../../resource-client/body.ts';
import type { InputProps, OwnInput } from '../../../resource-screens/field-kinds/face.ts';

/** What a typed number says; undefined where none was typed. */
export function checkedNumber({ certificateNo, certificateType }: Values): IdCheck | undefined {
  if (typeof certificateNo !== 'string' || certificateNo.trim() === '') return undefined;
  if (isUnchangedSecret(client.fields.certificateNo, certificateNo)) return undefined;
  const kind = certificateKind(typeof certificateType === 'string' ? certificateType : '01');
  return checkCertificate(kind, certificateNo, { today: formatAt(new Date(), 'YYYY-MM-DD') ?? '' });
}

/** Birthday and sex follow from a sound number. */
function derivedFrom(values: Values): Values {
  const checked = checkedNumber(values);
  if (!checked?.ok || checked.birthday === undefined) return {};
  return { birthday: checked.birthday, ...(checked.sex !== undefined && { gender: String(checked.sex) }) };
}

/** An input of which birthday and sex may follow. */
const leading = (name: 'certificateNo' | 'certificateType') => {
  const { Input } = faceOf(client.fields[name]);
  return function LeadingInput(props: InputProps) {
    const form = Form.useFormInstance<Values>();
    const take = (value: unknown): void => {
      props.onChange?.(value);
      form.setFieldsValue(derivedFrom({ ...(form.getFieldsValue(true) as Values), [name]: value }));
    };
    return <Input {...props} onChange={take} />;
  };
};

/** An input that is closed while the number gives its value. */
const following = (name: 'birthday' | 'gender') => {
  const { Input } = faceOf(client.fields[name]);
  return function FollowingInput(props: InputProps) {
    const form = Form.useFormInstance<Values>();
    const [certificateNo, certificateType] = [
      Form.useWatch<unknown>('certificateNo', form),
      Form.useWatch<unknown>('certificateType', form),
    ];
    const isGiven = name in derivedFrom({ certificateNo, certificateType });
    return <Input {...props} disabled={props.disabled || isGiven} />;
  };
};

function numberProblem(_value: unknown, values: Values): string | null {
  const checked = checkedNumber(values);
  return checked && !checked.ok ? W(checked.reason) : null;
}

/** Inputs of who a client is: the number is checked at once and fills birthday and sex. */
export const identityInputs: Readonly<Record<string, OwnInput>> = {
  certificateType: { Input: leading('certificateType') },
  certificateNo: { Input: leading('certificateNo'), check: numberProblem },
  birthday: { Input: following('birthday') },
  gender: { Input: following('gender') },
};
