import { applicantKinds } from '@kangmai/model/staff';
import { Form, Input, Select } from 'antd';

import { choiceLabel } from '../../lib/labels.ts';

import { PicturesInput } from './pictures-input.tsx';
import css from './register.module.css';
import { T } from './register-texts.ts';

import type { OwnApplication, Title } from './register-calls.ts';

const needed = (message: string) => ({ required: true, whitespace: true, message });

export function PersonPart({ isAgain }: { isAgain: boolean }) {
  const kinds = Object.entries(applicantKinds.entries).map(([value, entry]) => ({ value, label: choiceLabel(entry) }));
  return (
    <>
      <h3 className={css['part']}>{T('person')}</h3>
      <div className={css['pair']}>
        <Form.Item name="name" label={T('name')} rules={[needed(T('nameMissing'))]}>
          <Input maxLength={40} autoComplete="name" />
        </Form.Item>
        <Form.Item name="userType" label={T('kind')} rules={[needed(T('kindMissing'))]}>
          <Select options={kinds} />
        </Form.Item>
        <Form.Item
          name="idNumber"
          label={T('idNumber')}
          extra={isAgain ? T('idNumberKept') : undefined}
          rules={isAgain ? [] : [needed(T('idNumberMissing'))]}
        >
          <Input maxLength={18} autoComplete="off" />
        </Form.Item>
        <Form.Item name="emailAddress" label={T('email')} extra={T('emailHint')} rules={[needed(T('emailMissing'))]}>
          <Input maxLength={256} autoComplete="email" />
        </Form.Item>
        <Form.Item name="organization" label={T('organization')} rules={[needed(T('organizationMissing'))]}>
          <Input maxLength={100} />
        </Form.Item>
        <Form.Item name="department" label={T('department')}>
          <Input maxLength={50} />
        </Form.Item>
      </div>
    </>
  );
}

export function PapersPart({ titles, own }: { titles: readonly Title[]; own: OwnApplication | null | undefined }) {
  const sent = own?.pictures ?? 0;
  return (
    <>
      <h3 className={css['part']}>{T('papers')}</h3>
      <div className={css['pair']}>
        <Form.Item name="title" label={T('jobTitle')} extra={titles.length === 0 ? T('titleHint') : undefined}>
          <Select
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            options={titles.map(({ code, name }) => ({ value: code, label: name }))}
          />
        </Form.Item>
        <Form.Item name="licenseNo" label={T('licenceNo')}>
          <Input maxLength={30} autoComplete="off" />
        </Form.Item>
        <Form.Item name="licenseExpire" label={T('licenceEndsOn')}>
          <Input type="date" />
        </Form.Item>
        <Form.Item name="goodAt" label={T('goodAt')}>
          <Input maxLength={500} />
        </Form.Item>
      </div>
      <Form.Item
        name="certificateImages"
        label={T('pictures')}
        extra={sent > 0 ? T('picturesKept', { n: sent }) : T('picturesHint')}
      >
        <PicturesInput />
      </Form.Item>
    </>
  );
}
