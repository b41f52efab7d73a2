import { abnormalRule } from '@kangmai/model/alerts';

import { formatDate } from '../../lib/dates.ts';
import { sourceParts } from '../../lib/rule-source.ts';
import { ChoiceValue } from '../../resource-screens/field-kinds/choice.tsx';
import { T } from './alert-texts.ts';

import type { CaseRule } from '../../resource-client/cases.ts';

export function CaseGrounds({ rule }: { readonly rule: CaseRule }) {
  const { ruleName, version, currentVersion, sourceText, sourceSection, mark, confirmedUserName, confirmedAt } = rule;
  const isOld = version !== currentVersion;
  const parts = [
    ruleName,
    T('ruleVersion', { n: version }),
    ...(isOld ? [T('ruleNow', { n: currentVersion })] : []),
    sourceParts(sourceText).source,
    sourceParts(sourceSection).source,
    ...(confirmedUserName && confirmedAt
      ? [T('ruleConfirmed', { who: confirmedUserName, when: formatDate(confirmedAt) })]
      : []),
  ];
  return (
    <>
      <ChoiceValue field={abnormalRule.fields.mark} value={mark} /> {parts.filter(Boolean).join(' · ')}
    </>
  );
}
