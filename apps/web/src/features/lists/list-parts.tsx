import { ExportButton } from './export-button.tsx';
import { LookTools } from './look-tools.tsx';
import { SelectionBar } from './selection-bar.tsx';

import type { ListParts } from '../../resource-screens/list-context.ts';

/** What every list offers beside its table. */
export const listParts: ListParts = { Tools: ExportButton, Looks: LookTools, Selection: SelectionBar };
