import { formatAmount, parseAmount, amountOf } from '@mercury/contract/money/amount.ts';
import { formatDecimal, parseDecimal } from '@mercury/contract/money/decimal.ts';
import type { Transaction } from '../db/database.ts';
import { findMarket } from '../features/orders/market-terms.ts';
import { findFeeTiers } from '../features/orders/traded-volume.ts';
import { asOwner } from './as-owner.ts';
import { type OperatorCommands, type OperatorContext, RefusedError, tableOf } from './command.ts';
import { writeDown } from './write-down.ts';

export const feeCommands: OperatorCommands = {
  'set-market-fees': {
    parameters: ['<symbol>', '<maker>', '<taker>'],
    help: 'in percent of what is received, such as 0.1 and 0.2; open orders keep those that they came with',
    run: (context, [symbol = '', maker = '', taker = '']) =>
      setMarketFees(context, { symbol: symbol.toUpperCase(), maker: readPpm(maker), taker: readPpm(taker) }),
  },
  'list-fee-tiers': {
    parameters: [],
    help: 'how much of the fees people pay by what they traded with others within 30 days',
    run: async ({ db }) =>
      tableOf(
        ['from US dollars', 'maker %', 'taker %'],
        (await findFeeTiers(db)).map((tier) => [
          formatAmount(amountOf('USD', tier.volume_from)),
          String(tier.maker_percent),
          String(tier.taker_percent),
        ]),
      ),
  },
  'set-fee-tier': {
    parameters: ['<US dollars>', '<maker>', '<taker>'],
    help: 'from that volume on they pay so many percent of the fees, such as 80 and 90; 100 and 100 removes the tier',
    run: (context, [usd = '', maker = '', taker = '']) =>
      setTier(context, { from: readUsd(usd), maker: readPercent(maker), taker: readPercent(taker) }),
  },
};

const feePercentMax = 10n;

/** Percent as millionths. */
function readPpm(text: string): bigint {
  const ppm = parseDecimal(text, 4);
  if (ppm === undefined || ppm > feePercentMax * 10_000n) {
    throw new RefusedError(
      `${JSON.stringify(text)} is no fee: from 0 to ${feePercentMax} %, with four decimals at most`,
    );
  }
  return ppm;
}

function readPercent(text: string): bigint {
  const percent = parseDecimal(text, 0);
  if (percent === undefined || percent > 100n) {
    throw new RefusedError(`${JSON.stringify(text)} is no share: from 0 to 100, without decimals`);
  }
  return percent;
}

function readUsd(text: string): bigint {
  const usd = parseAmount('USD', text);
  if (usd === undefined || usd.minorUnits === 0n) {
    throw new RefusedError(`${JSON.stringify(text)} is no amount of US dollars`);
  }
  return usd.minorUnits;
}

async function setMarketFees(
  context: OperatorContext,
  { symbol, maker, taker }: { symbol: string; maker: bigint; taker: bigint },
): Promise<string> {
  const before = await findMarket(context.db, symbol);
  if (before === undefined) throw new RefusedError(`There is no market ${JSON.stringify(symbol)}`);
  const was = told(BigInt(before.maker_fee_ppm), BigInt(before.taker_fee_ppm));
  const detail = `${symbol}: ${told(maker, taker)} (was ${was})`;
  await change(context, { command: 'set-market-fees', detail }, async ({ client }) => {
    // A batch on its way ends first.
    await client.query('select book_take($1)', [symbol]);
    await client.query('update market set maker_fee_ppm = $2, taker_fee_ppm = $3 where symbol = $1', [
      symbol,
      maker,
      taker,
    ]);
  });
  return detail;
}

const told = (maker: bigint, taker: bigint): string =>
  `maker ${formatDecimal(maker, 4)} %, taker ${formatDecimal(taker, 4)} %`;

async function setTier(
  context: OperatorContext,
  { from, maker, taker }: { from: bigint; maker: bigint; taker: bigint },
): Promise<string> {
  const volume = formatAmount(amountOf('USD', from));
  const isGone = maker === 100n && taker === 100n;
  const detail = isGone
    ? `no tier from ${volume} USD`
    : `from ${volume} USD: maker ${maker} %, taker ${taker} % of the fees`;
  await change(context, { command: 'set-fee-tier', detail }, async ({ client }) => {
    await client.query('delete from fee_tier where volume_from = $1', [from]);
    if (isGone) return;
    await client.query(
      'insert into fee_tier (volume_from, maker_percent, taker_percent) values ($1, $2, $3)',
      [from, maker, taker],
    );
  });
  return detail;
}

async function change(
  context: OperatorContext,
  written: { readonly command: string; readonly detail: string },
  work: (trx: Transaction) => Promise<void>,
): Promise<void> {
  await asOwner(context, async (trx) => {
    await work(trx);
    await writeDown(trx, { ...written, operator: context.operator });
  });
}
