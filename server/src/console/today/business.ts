import type { Business } from '@mercury/contract/console/today.ts';
import { amountOf, formatAmount } from '@mercury/contract/money/amount.ts';
import type { Database } from '../../db/database.ts';
import { hourMs, listHours, type HourRow } from './sum-hours.ts';

const dayMs = 24 * hourMs;
const dayCount = 30;

/** By UTC hours and days, the present one included. */
export async function readBusiness(db: Database, now = new Date()): Promise<Business> {
  const today = now.getTime() - (now.getTime() % dayMs);
  const until = now.getTime() - (now.getTime() % hourMs) + hourMs;
  const since = today - (dayCount - 1) * dayMs;
  const hours = await listHours(db, new Date(since), new Date(until));
  return {
    lastDay: figuresOf(hours.filter(({ starts_at }) => starts_at.getTime() >= until - dayMs)),
    lastMonth: figuresOf(hours),
    days: Array.from({ length: dayCount }, (_, index) => {
      const startsAt = since + index * dayMs;
      const ofDay = hours.filter(({ starts_at }) => {
        const passedMs = starts_at.getTime() - startsAt;
        return passedMs >= 0 && passedMs < dayMs;
      });
      return { startsAt: new Date(startsAt).toISOString(), ...figuresOf(ofDay) };
    }),
  };
}

function figuresOf(hours: readonly HourRow[]): Business['lastDay'] {
  const dollars = (of: (hour: HourRow) => bigint): string =>
    formatAmount(
      amountOf(
        'USD',
        hours.reduce((sum, hour) => sum + of(hour), 0n),
      ),
    );
  return {
    volume: dollars(({ volume }) => volume),
    fees: dollars(({ fees }) => fees),
    deposits: dollars(({ deposits }) => deposits),
    withdrawals: dollars(({ withdrawals }) => withdrawals),
    newPeople: hours.reduce((sum, { new_people }) => sum + new_people, 0),
  };
}
