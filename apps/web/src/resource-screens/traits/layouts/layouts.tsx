import { lazyPart } from '../../../lib/lazy-part.ts';
import { useListContext } from '../../list-context.ts';

const BoardView = lazyPart(async () => (await import('../board/board-view.tsx')).BoardView);
const MonthView = lazyPart(async () => (await import('../month/month-view.tsx')).MonthView);
const WeekView = lazyPart(async () => (await import('../week/week-view.tsx')).WeekView);

export function Layouts() {
  const {
    layout,
    resource: {
      list: { layouts },
    },
  } = useListContext();
  if (layout === 'board' && layouts.board !== undefined) return <BoardView on={layouts.board} />;
  if (layout === 'calendar' && layouts.calendar) return <MonthView rule={layouts.calendar} />;
  if (layout === 'week' && layouts.week) return <WeekView rule={layouts.week} />;
  return null;
}
