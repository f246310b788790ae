import { expect, it } from 'vitest';
import type { StoredSetting } from './queries.ts';
import { atOneVersion, createSettings } from './settings.ts';

type Rows = readonly Pick<StoredSetting, 'name' | 'value'>[];

/** A database that answers when the test says so. */
function createStored() {
  const answers: ((rows: Rows) => void)[] = [];
  return { answers, findStored: () => new Promise<Rows>((resolve) => answers.push(resolve)) };
}

async function loaded(rows: Rows, stated = {}) {
  const { answers, findStored } = createStored();
  const settings = createSettings({ stated, findStored });
  const loading = settings.load();
  answers[0]?.(rows);
  await loading;
  return settings;
}

it('are those of the database, of the environment before it, and else the defaults', async () => {
  const rows: Rows = [
    { name: 'TRADE_FEE_BPS', value: '30' },
    { name: 'TRADE_SPREAD_BPS', value: '70' },
    { name: 'WITHDRAWAL_FEE_BPS', value: null },
  ];
  const { current } = await loaded(rows, { TRADE_SPREAD_BPS: '60' });
  expect(current).toMatchObject({ withdrawalFeeBps: 50, trade: { feeBps: 30, spreadBps: 60 } });
});

it('stay whole as they were where one can’t be read', async () => {
  const { answers, findStored } = createStored();
  const settings = createSettings({ stated: {}, findStored });
  const before = settings.current;
  const loading = settings.load();
  answers[0]?.([
    { name: 'TRADE_FEE_BPS', value: '30' },
    { name: 'PAYOUT_APPROVAL_ABOVE', value: 'UNHEARD=1' },
  ]);
  await expect(loading).rejects.toThrow(/^PAYOUT_APPROVAL_ABOVE names a currency that is not known[^\n]+$/);
  expect(settings.current).toBe(before);
});

it('are not set back by a slower earlier look', async () => {
  const { answers, findStored } = createStored();
  const settings = createSettings({ stated: {}, findStored });
  const looks = [settings.load(), settings.load()];
  answers[1]?.([{ name: 'TRADE_FEE_BPS', value: '40' }]);
  await looks[1];
  answers[0]?.([{ name: 'TRADE_FEE_BPS', value: '30' }]);
  await looks[0];
  expect(settings.current.trade.feeBps).toBe(40);
});

it('are one version for a whole use case, whatever changes meanwhile', async () => {
  const { answers, findStored } = createStored();
  const settings = createSettings({ stated: {}, findStored });
  const services = atOneVersion({ settings });
  const loading = settings.load();
  answers[0]?.([{ name: 'TRADE_FEE_BPS', value: '30' }]);
  await loading;
  expect([services, { settings }].map((each) => each.settings.current.trade.feeBps)).toEqual([25, 30]);
});
