import { ruleMark, wantsCheck } from '@kangmai/domain';
import { abnormalRule, ruleScopes } from '@kangmai/model';

import { L } from '../../lib/i18n/texts.ts';
import { ResourceScreen } from '../../resource-screens/resource-screen.tsx';
import { CutText } from '../../ui/cut-text.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { figureName, figureOf } from '../../lib/reading-words.ts';
import { choiceOptions } from '../../resource-screens/field-kinds/choice.tsx';
import { ruleInputs } from './rule-inputs.tsx';
import { T } from './rule-texts.ts';
import { conditionText, sourceParts } from './rule-words.ts';

import type { CellProps } from '../../resource-screens/field-kinds/face.ts';

const columns = ['name', 'kind', 'condition', 'level', 'scopeType', 'ageGroup', 'tag', 'client', 'confirmCount', 'isValid', 'sourceText'] as const;

/** A figure by its name; events have none and are called as their kind is. */
function MetricCell({ row, value }: CellProps) {
  const [kind, key] = [String(row.values['kind']), typeof value === 'string' ? value : ''];
  return figureOf(kind, key) ? figureName(kind, key) : (choiceOptions(abnormalRule.fields.kind).find((one) => one.value === kind)?.label ?? key);
}

function ConditionCell({ row, value, isFull }: CellProps) {
  const shown = conditionText(String(row.values['kind']), value) ?? JSON.stringify(value);
  return isFull ? shown : <CutText text={shown} />;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const scopes: Readonly<Record<string, { readonly wire?: number | string }>> = ruleScopes.entries;

/** 有依据, 待确认 or 已确认 of a row. */
function markOf({ values }: CellProps['row']): ReturnType<typeof ruleMark> {
  const scopeType = Number(scopes[String(values['scopeType'])]?.wire ?? 1);
  const check = wantsCheck({ code: textOf(values['code']), version: Number(values['version'] ?? 0), scopeType });
  const confirmed = Boolean(values['confirmedBy'] && values['confirmedAt']);
  return ruleMark({ sourceText: textOf(values['sourceText']), sourceSection: textOf(values['sourceSection']), check, confirmed });
}

const markTones = { sourced: 'neutral', pending: 'warning', confirmed: 'success' } as const;

function SourceCell({ row, value, isFull }: CellProps) {
  const { source } = sourceParts(textOf(value));
  const mark = markOf(row);
  if (!isFull) return <CutText text={[T(mark), source].filter(Boolean).join(' · ') || L('word.empty')} />;
  return <>{source} <StatusTag tone={markTones[mark]}>{T(mark)}</StatusTag></>;
}

const cells = { metric: MetricCell, condition: ConditionCell, sourceText: SourceCell };

/** The rules by which measurements are judged, their conditions in words. */
export function RulesScreen() {
  return <ResourceScreen resource={abnormalRule} columns={columns} cells={cells} inputs={ruleInputs} />;
}
