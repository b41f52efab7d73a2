import { Button, Tooltip } from 'antd';

import type { ButtonProps } from 'antd';
import type { ReactNode, Ref } from 'react';

interface IconButtonProps extends Omit<ButtonProps, 'icon' | 'children' | 'aria-label'> {
  /** Accessible name with the object in it: `编辑 张三`. */
  name: string;
  icon: ReactNode;
  /** Tooltip text; the name when absent, none with `false`. */
  tip?: string | false;
  ref?: Ref<HTMLButtonElement>;
}

/** A button with an icon and always an accessible name. */
export function IconButton({ name, icon, tip, ref, ...rest }: IconButtonProps) {
  const button = <Button type="text" {...rest} {...(ref && { ref })} icon={icon} aria-label={name} />;
  return tip === false ? button : <Tooltip title={tip ?? name}>{button}</Tooltip>;
}
