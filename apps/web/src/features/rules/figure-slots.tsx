import { B } from './builder-texts.ts';
import { metricsOfKind, type DraftTerm } from './draft.ts';
import { figureLabel } from './figure-words.ts';
import { ChoiceSlot, useBuilder } from './slot.tsx';

interface FigureSlotProps<V> {
  readonly path: string;
  readonly value: V;
  readonly onChange: (value: V) => void;
}

export function MetricSlot({ metrics, ...slot }: FigureSlotProps<string> & { readonly metrics?: readonly string[] }) {
  const { kind } = useBuilder();
  return (
    <ChoiceSlot
      breadth="figure"
      label={B('metric')}
      options={(metrics ?? metricsOfKind(kind)).map((metric) => ({ value: metric, label: figureLabel(kind, metric) }))}
      {...slot}
    />
  );
}

const signs = ['>=', '>', '<=', '<'] as const;

export function OperatorSlot(slot: FigureSlotProps<DraftTerm['op']>) {
  return (
    <ChoiceSlot
      breadth="sign"
      label={B('op')}
      options={signs.map((sign) => ({ value: sign, label: B(`op.${sign}`) }))}
      {...slot}
    />
  );
}
