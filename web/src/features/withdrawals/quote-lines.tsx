import { chainTraits } from '@mercury/contract/money/asset.ts';
import { useQuery } from '@tanstack/react-query';
import { ArrowDownToLine, Clock, Network, Percent } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type AssetOffer, configQuery } from '../../domain/config-query.ts';
import { formatBps } from '../../domain/prices.ts';
import { formatCount } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { moneyText } from '../../ui/money-parts.ts';
import { Money } from '../../ui/money.tsx';
import { quoteWithdrawal, type WithdrawalTerms } from './draft.ts';
import { NetworkFee } from './network-fee.tsx';
import { useShownPrice } from './use-shown-price.ts';
import styles from './withdrawals.module.css';

interface QuoteLinesProps {
  amount: string;
  terms: WithdrawalTerms;
  offer: AssetOffer;
}

/** What leaves, over which network, what it costs and what arrives, while the amount is typed. */
export function QuoteLines({ amount: typed, terms, offer }: QuoteLinesProps) {
  const { t } = useTranslation();
  const price = useShownPrice(offer);
  const { currency } = terms;
  const { amount, shareFee, networkFee, arrives } = quoteWithdrawal(typed, terms);
  return (
    <dl className={styles.quoteLines}>
      <QuoteLine label={t('withdraw.youWithdraw')}>
        <Money amount={amount} asset={currency} />
      </QuoteLine>
      {offer.network !== null && (
        <QuoteLine label={t('withdraw.network')}>
          <bdi>{offer.network}</bdi>
        </QuoteLine>
      )}
      <QuoteLine label={t('withdraw.fee')}>
        <Money amount={shareFee} asset={currency} />
      </QuoteLine>
      <QuoteLine label={t('withdraw.networkFee')}>
        <NetworkFee fee={networkFee} currency={currency} price={price} />
      </QuoteLine>
      <QuoteLine label={t('withdraw.arrives')} isStrong>
        <Money amount={arrives} asset={currency} />
      </QuoteLine>
    </dl>
  );
}

interface QuoteLineProps {
  label: string;
  isStrong?: boolean;
  children: ReactNode;
}

function QuoteLine({ label, isStrong = false, children }: QuoteLineProps) {
  return (
    <div className={styles.quoteLine} data-strong={isStrong || undefined}>
      <dt>{label}</dt>
      <dd>
        <output>{children}</output>
      </dd>
    </div>
  );
}

interface TermNotesProps {
  terms: WithdrawalTerms;
  offer: AssetOffer;
}

/** Notes that apply to every withdrawal. */
export function TermNotes({ terms: { feeBps, minimum, currency }, offer }: TermNotesProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const time = useNetworkTime(offer);
  return (
    <ul className={styles.notes}>
      <li>
        <Percent size={15} aria-hidden="true" />
        {t('withdraw.feeNote', { rate: formatBps(feeBps, formatTag) })}
      </li>
      <li>
        <ArrowDownToLine size={15} aria-hidden="true" />
        {t('withdraw.minimumNote', { amount: moneyText(minimum, currency, formatTag) })}
      </li>
      <li>
        <Clock size={15} aria-hidden="true" />
        {t('withdraw.arrivalNote')}
      </li>
      {time !== undefined && (
        <li>
          <Network size={15} aria-hidden="true" />
          <bdi>{t('withdraw.soonerNote', { network: offer.network, time })}</bdi>
        </li>
      )}
    </ul>
  );
}

/** How long the network takes once the money is sent. Undefined where the operator sends by hand: nobody can say when. */
export function useNetworkTime({ chain }: AssetOffer): string | undefined {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const { data: config } = useQuery(configQuery);
  if (chain === null || config?.rail.canPayOut !== true) return undefined;
  const { arrivalMinutes } = chainTraits[chain];
  return t('withdraw.networkTime', {
    count: arrivalMinutes,
    formatted: formatCount(arrivalMinutes, formatTag),
  });
}
