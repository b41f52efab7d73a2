import { Input } from 'antd';

import css from './password-input.module.css';

import type { InputRef } from 'antd';
import type { PasswordProps } from 'antd/es/input/index.js';
import type { Ref } from 'react';

const maxLength = 1024;

export function PasswordInput({ ref, ...rest }: PasswordProps & { ref?: Ref<InputRef> }) {
  return <Input.Password maxLength={maxLength} {...rest} {...(ref && { ref })} className={css['password'] ?? ''} />;
}
