import { Typography } from 'antd';

import css from './cut-text.module.css';

/** A text on one line in the colour around it; what does not fit is cut and shown in a hint. */
export const CutText = ({ text }: { text: string }) => (
  <Typography.Text className={css['text'] ?? ''} ellipsis={{ tooltip: text }}>
    {text}
  </Typography.Text>
);
