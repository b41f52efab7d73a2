import css from './link-button.module.css';

import type { ComponentPropsWithRef } from 'react';

interface LinkButtonProps extends ComponentPropsWithRef<'button'> {
  isDanger?: boolean;
}

/** A native button styled as a link, for rows: a page holds hundreds, and each button of antd costs time. */
export const LinkButton = ({ isDanger = false, className = '', ...rest }: LinkButtonProps) => (
  <button type="button" className={`${css['link']} ${isDanger ? css['danger'] : ''} ${className}`} {...rest} />
);
