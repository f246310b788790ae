import type { Holding } from '@mercury/contract/api/portfolio.ts';
import { useTranslation } from 'react-i18next';
import { CoinMark } from '../../domain/coin-mark.tsx';
import { IndicativeMark } from '../../domain/price-marks.tsx';
import { PriceText } from '../../domain/price-text.tsx';
import { formatPercent } from '../../domain/prices.ts';
import { assetName } from '../../i18n/coin-name.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Card } from '../../ui/card.tsx';
import { Money, ShortMoney } from '../../ui/money.tsx';
import styles from './holdings.module.css';
import { Profit, Unknown } from './total-value.tsx';

interface HoldingsProps {
  holdings: readonly Holding[];
  /** Without a trade there is no profit to speak of. */
  hasTraded: boolean;
}

/** Holdings by currency: a table, and on a small screen one block each with labelled figures. */
export function Holdings({ holdings, hasTraded }: HoldingsProps) {
  const { t } = useTranslation();
  return (
    <Card title={t('portfolio.holdings')}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('portfolio.asset')}</th>
            <th scope="col">{t('portfolio.amount')}</th>
            <th scope="col">{t('portfolio.price')}</th>
            <th scope="col">{t('portfolio.value')}</th>
            <th scope="col">{t('portfolio.averageCost')}</th>
            {hasTraded && <th scope="col">{t('portfolio.profit')}</th>}
            {hasTraded && <th scope="col">{t('portfolio.realized')}</th>}
          </tr>
        </thead>
        <tbody>
          {holdings.map((holding) => (
            <HoldingRow key={holding.currency} holding={holding} hasTraded={hasTraded} />
          ))}
        </tbody>
      </table>
      {hasTraded && <p className={styles.note}>{t('portfolio.costNote')}</p>}
    </Card>
  );
}

function HoldingRow({ holding, hasTraded }: { holding: Holding; hasTraded: boolean }) {
  const { t } = useTranslation();
  const { currency, amount, price, isPriceIndicative, averageCostUsd } = holding;
  return (
    <tr data-testid="holding" data-asset={currency}>
      <th scope="row" className={styles.asset}>
        <span className={styles.assetLine}>
          <CoinMark asset={currency} size={28} />
          <span>
            <bdi>{assetName(t, currency)}</bdi> <bdi className={styles.code}>{currency}</bdi>
          </span>
        </span>
      </th>
      <td data-label={t('portfolio.amount')}>
        <ShortMoney amount={amount} asset={currency} />
      </td>
      <td data-label={t('portfolio.price')}>
        <span className={styles.stack}>
          {price === null ? <Unknown /> : <PriceText price={price} />}
          {price !== null && isPriceIndicative && <IndicativeMark />}
        </span>
      </td>
      <td data-label={t('portfolio.value')}>
        <Value holding={holding} />
      </td>
      <td data-label={t('portfolio.averageCost')}>
        {averageCostUsd === null ? <Unknown /> : <PriceText price={averageCostUsd} />}
      </td>
      {hasTraded && <ProfitCells {...holding} />}
    </tr>
  );
}

function ProfitCells({ profitUsd, profitPercent, realizedUsd }: Holding) {
  const { t } = useTranslation();
  return (
    <>
      <td data-label={t('portfolio.profit')}>
        <Profit usd={profitUsd} percent={profitPercent} />
      </td>
      <td data-label={t('portfolio.realized')}>
        <Profit usd={realizedUsd} />
      </td>
    </>
  );
}

/** The least share that is told apart from nothing, in percent. */
const leastShare = '0.01';

function Value({ holding: { valueUsd, sharePercent } }: { holding: Holding }) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  if (valueUsd === null) return <Unknown />;
  // Beside a worth of zero a share says nothing.
  const hasShare = sharePercent !== null && /[1-9]/.test(valueUsd);
  return (
    <span className={styles.stack}>
      <Money amount={valueUsd} asset="USD" />
      {hasShare && (
        <bdi dir="ltr" className={styles.share}>
          {sharePercent === '0.00'
            ? t('portfolio.lessThan', { share: formatPercent(leastShare, formatTag) })
            : formatPercent(sharePercent, formatTag)}
        </bdi>
      )}
    </span>
  );
}
