import type { Holding } from '@mercury/contract/api/portfolio.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { formatDecimal, parseDecimal } from '@mercury/contract/money/decimal.ts';
import { useTranslation } from 'react-i18next';
import { formatPercent } from '../../domain/prices.ts';
import { assetName } from '../../i18n/coin-name.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Card } from '../../ui/card.tsx';
import styles from './allocation-card.module.css';

/** The allocation of the total value, as a bar and in words. */
export function Allocation({ holdings }: { holdings: readonly Holding[] }) {
  const { t } = useTranslation();
  const parts = partsOf(holdings);
  return (
    <Card title={t('portfolio.allocation')}>
      {parts.length === 0 ? (
        <p className={styles.nothing}>{t('portfolio.noAllocation')}</p>
      ) : (
        <>
          <Bar parts={parts} />
          <ul className={styles.legend} data-testid="allocation">
            {parts.map((part, index) => (
              <PartRow key={part.currency ?? 'others'} part={part} color={colorOf(part, index)} />
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}

/** The rest always has its own colour. */
function colorOf({ currency }: Part, index: number): string {
  return currency === null ? 'rest' : String(index + 1);
}

/** Widths use hundredths of a percent. The list below says the same in words. */
function Bar({ parts }: { parts: readonly Part[] }) {
  const whole = parts.reduce((sum, { share }) => sum + share, 0);
  const starts = parts.map((_part, index) =>
    parts.slice(0, index).reduce((sum, { share }) => sum + share, 0),
  );
  return (
    <svg
      className={`${styles.bar} flip-in-rtl`}
      viewBox={`0 0 ${whole} 1`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {parts.map((part, index) => (
        <rect
          key={part.currency ?? 'others'}
          className={styles.part}
          data-part={colorOf(part, index)}
          x={starts[index]}
          width={part.share}
          height={1}
        />
      ))}
    </svg>
  );
}

function PartRow({ part, color }: { part: Part; color: string }) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const { currency, share } = part;
  return (
    <li className={styles.row}>
      <span className={styles.swatch} data-part={color} aria-hidden="true" />
      <span className={styles.name}>
        {currency === null ? (
          t('portfolio.others')
        ) : (
          <>
            <bdi>{assetName(t, currency)}</bdi> <bdi className={styles.code}>{currency}</bdi>
          </>
        )}
      </span>
      <bdi dir="ltr" className={styles.share}>
        {formatPercent(percentText(share), formatTag)}
      </bdi>
    </li>
  );
}

/** A part of the whole; null for the sum of all parts that are too small to show. */
interface Part {
  currency: AssetCode | null;
  /** In hundredths of a percent: 10,000 are the whole. */
  share: number;
}

/** Readers can't tell more parts apart. */
const partsMax = 6;

const percentDecimals = 2;

/** Whole hundredths, at most 10,000. */
function shareOf({ sharePercent }: Pick<Holding, 'sharePercent'>): number {
  return Number(parseDecimal(sharePercent ?? '0', percentDecimals) ?? 0n);
}

/** The parts of the whole, largest first. Excludes currencies with no worth or an unknown worth. */
export function partsOf(holdings: readonly Pick<Holding, 'currency' | 'sharePercent'>[]): Part[] {
  const parts = holdings
    .map((holding): Part => ({ currency: holding.currency, share: shareOf(holding) }))
    .filter(({ share }) => share > 0)
    .toSorted((one, other) => other.share - one.share);
  if (parts.length <= partsMax) return parts;
  const named = parts.slice(0, partsMax - 1);
  const rest = parts.slice(partsMax - 1).reduce((sum, { share }) => sum + share, 0);
  return [...named, { currency: null, share: rest }];
}

/** A share as a decimal string of percent. */
export function percentText(share: number): string {
  return formatDecimal(BigInt(share), percentDecimals);
}
