import css from './link-button.module.css';

import type { ComponentPropsWithRef } from 'react';

interface LinkButtonProps extends ComponentPropsWithRef<'button'> {
  isDanger?: boolean;
}

/**
 * A button that looks like a link: for rows, of which a page holds hundreds. It is the browser's own, because each button of the library asks for
 * work whenever its page comes to the front again.
 */
export const LinkButton = ({ isDanger = false, className = '', ...rest }: LinkButtonProps) => (
  <button type="button" className={`${css['link']} ${isDanger ? css['danger'] : ''} ${className}`} {...rest} />
);
