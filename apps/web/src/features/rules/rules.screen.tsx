import { abnormalRule } from '@kangmai/model/alerts';

import { L } from '../../lib/i18n/texts.ts';
import { ResourceScreen } from '../../resource-screens/resource-screen.tsx';
import { CutText } from '../../ui/cut-text.tsx';
import { figureName, figureOf } from '../../lib/reading-words.ts';
import { sourceParts } from '../../lib/rule-source.ts';
import { choiceOptions } from '../../resource-screens/field-kinds/choice.tsx';
import { BenchButton } from './bench-button.tsx';
import { ConfirmButton } from './confirm-button.tsx';
import { MarkCell } from './mark-cell.tsx';
import { ruleInputs } from './rule-inputs.tsx';
import { conditionText } from './rule-words.ts';

import type { CellProps } from '../../resource-screens/field-kinds/face.ts';

const columns = [
  'name',
  'kind',
  'condition',
  'level',
  'mark',
  'scopeType',
  'ageGroup',
  'tag',
  'client',
  'confirmCount',
  'isValid',
  'sourceText',
] as const;

/** Name of the metric; rules about events show their kind. */
function MetricCell({ row, value }: CellProps) {
  const [kind, key] = [String(row.values['kind']), typeof value === 'string' ? value : ''];
  return figureOf(kind, key)
    ? figureName(kind, key)
    : (choiceOptions(abnormalRule.fields.kind).find((one) => one.value === kind)?.label ?? key);
}

function ConditionCell({ row, value, isFull }: CellProps) {
  const shown = conditionText(String(row.values['kind']), value) ?? JSON.stringify(value);
  return isFull ? shown : <CutText text={shown} />;
}

const textOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '');
function SourceCell({ value, isFull }: CellProps) {
  const { source } = sourceParts(textOrEmpty(value));
  return isFull ? source || L('word.empty') : <CutText text={source || L('word.empty')} />;
}

const rowActions = [ConfirmButton, BenchButton];
const ownActions = ['confirm'] as const;
const cells = { metric: MetricCell, condition: ConditionCell, mark: MarkCell, sourceText: SourceCell };

export function RulesScreen() {
  return (
    <ResourceScreen
      resource={abnormalRule}
      columns={columns}
      cells={cells}
      inputs={ruleInputs}
      rowActions={rowActions}
      ownActions={ownActions}
    />
  );
}
