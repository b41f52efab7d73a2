import { ExportButton } from './export-button.tsx';
import { FilterChips } from './filter-chips.tsx';
import { LookTools } from './look-tools.tsx';
import { PrintButton } from './print-button.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useHasMoves } from './use-many.ts';

import type { ListParts } from '../../resource-screens/list-context.ts';
import type { ListLook } from '../../resource-screens/use-list-look.ts';

interface PartProps {
  readonly look: ListLook;
}

const Tools = ({ look }: PartProps) => (
  <>
    <ExportButton look={look} />
    <PrintButton look={look} />
  </>
);

const Selection = ({ look, hasTable }: PartProps & { readonly hasTable: boolean }) => (
  <>
    {hasTable && !look.isUnfolded && <FilterChips />}
    <SelectionBar look={look} />
  </>
);

export const listParts: ListParts = { Tools, Looks: LookTools, Selection, useHasMoves };
