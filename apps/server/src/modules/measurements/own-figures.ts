import type { ReadingKind } from '@kangmai/model';
import type { CallCtx } from '../../engine/public.ts';
import type { FigureQuery } from './figures.ts';
import {
  bodyFigures,
  brushFigures,
  ketoneFigures,
  lipidFigures,
  uricAcidFigures,
  waterFigures,
} from './slow-figures.ts';
import { sleepFigures } from './sleep-figures.ts';
import { heartFigures, oxygenFigures, pressureFigures, sugarFigures, temperatureFigures } from './vital-figures.ts';

type OwnFigures = (ctx: CallCtx, query: FigureQuery) => Promise<object>;

const byKind: Partial<Readonly<Record<ReadingKind, OwnFigures>>> = {
  bp: pressureFigures,
  heart: heartFigures,
  bloodSugar: sugarFigures,
  spo2: oxygenFigures,
  temperature: temperatureFigures,
  sleep: sleepFigures,
  uricAcid: uricAcidFigures,
  bloodLipid: lipidFigures,
  ketone: ketoneFigures,
  bodyFat: bodyFigures,
  ys: brushFigures,
  sb: waterFigures,
};

export const ownFigures = async (ctx: CallCtx, query: FigureQuery): Promise<object> =>
  byKind[query.kind]?.(ctx, query) ?? {};
