import type { Deliverer } from './delivery.ts';
import type { IngestItem, ItemAnswer } from './ingest-item.ts';

type Take = (items: readonly (IngestItem | ItemAnswer)[], deliverer: Deliverer) => Promise<readonly ItemAnswer[]>;

interface Waiting {
  readonly item: IngestItem | ItemAnswer;
  readonly deliverer: Deliverer;
  readonly done: (answer: ItemAnswer) => void;
  readonly fail: (error: unknown) => void;
}

interface Lane {
  waiting: Waiting[];
  running: number;
}

/** Deliveries of one source that are written concurrently. */
const mostAtOnce = 2;
const mostTogether = 200;

/** Stores single readings that arrive together in one transaction: one flush for all since the previous one. */
export class Gather {
  private readonly take: Take;
  private readonly lanes = new Map<number, Lane>();

  constructor(take: Take) {
    this.take = take;
  }

  one(item: IngestItem | ItemAnswer, deliverer: Deliverer): Promise<ItemAnswer> {
    const lane = this.lanes.get(deliverer.sourceId) ?? { waiting: [], running: 0 };
    this.lanes.set(deliverer.sourceId, lane);
    return new Promise((done, fail) => {
      lane.waiting.push({ item, deliverer, done, fail });
      this.send(deliverer.sourceId, lane);
    });
  }

  private send(sourceId: number, lane: Lane): void {
    if (lane.running >= mostAtOnce) return;
    const group = lane.waiting.splice(0, mostTogether);
    const [first] = group;
    if (!first) {
      if (lane.running === 0) this.lanes.delete(sourceId);
      return;
    }
    lane.running += 1;
    this.take(
      group.map(({ item }) => item),
      first.deliverer,
    )
      .then(
        (answers) =>
          group.forEach(({ done, fail }, place) => {
            const answer = answers[place];
            if (answer) done(answer);
            else fail(new Error('a reading without an answer'));
          }),
        (error: unknown) => group.forEach(({ fail }) => fail(error)),
      )
      .finally(() => {
        lane.running -= 1;
        this.send(sourceId, lane);
      });
  }
}
