import type { WithdrawalFile } from '@mercury/contract/console/withdrawals.ts';
import { useTranslation } from 'react-i18next';
import { AddressText } from '../../ui/address-text.tsx';
import { Badge } from '../../ui/badge.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Detail, DetailList } from '../../ui/detail-list.tsx';
import { Money } from '../../ui/money.tsx';
import { DateText } from '../../ui/time-text.tsx';
import { AccountLink, DestinationDetails } from '../file-parts.tsx';

export function WithdrawalFacts({ withdrawal }: { withdrawal: WithdrawalFile }) {
  const { t } = useTranslation('console');
  const { account, isFrozen, state, amount, fee, arrives, currency, network, address, memo } = withdrawal;
  return (
    <DetailList>
      <Detail label={t('file.account')}>
        <AccountLink account={account} /> {isFrozen && <Badge tone="failed">{t('file.frozen')}</Badge>}
      </Detail>
      <Detail label={t('file.state')}>{t(`withdrawals.states.${state}`)}</Detail>
      <Detail label={t('file.amount')}>
        <Money amount={amount} asset={currency} precision="all" />
      </Detail>
      <Detail label={t('withdrawals.fee')}>
        <Money amount={fee} asset={currency} precision="all" />
      </Detail>
      <Detail label={t('withdrawals.arrives')} isStrong>
        <Money amount={arrives} asset={currency} precision="all" />
      </Detail>
      <DestinationDetails network={network} address={address} memo={memo} />
      <Times withdrawal={withdrawal} />
      <Outcome withdrawal={withdrawal} />
      <Detail label={t('file.rail')}>
        <bdi dir="ltr">{withdrawal.rail}</bdi>
      </Detail>
      <Detail label={t('file.transaction')} isStacked>
        <AddressText address={withdrawal.transactionId} isWhole />
      </Detail>
    </DetailList>
  );
}

function Times({ withdrawal: { createdAt, waitsUntil, sentAt, closedAt } }: { withdrawal: WithdrawalFile }) {
  const { t } = useTranslation('console');
  const times = [
    [t('withdrawals.askedAt'), createdAt],
    [t('withdrawals.waitsUntil'), waitsUntil],
    [t('withdrawals.sentAt'), sentAt],
    [t('file.closedAt'), closedAt],
  ] as const;
  return times.map(
    ([label, at]) =>
      at !== null && (
        <Detail key={label} label={label}>
          <DateText at={at} />
        </Detail>
      ),
  );
}

function Outcome({ withdrawal: { reference, failure, released } }: { withdrawal: WithdrawalFile }) {
  const { t } = useTranslation('console');
  return (
    <>
      {reference !== null && (
        <Detail label={t('withdrawals.reference')} isStacked>
          <AddressText address={reference} isWhole />
          <CopyButton text={reference} label={t('withdrawals.copyReference')} />
        </Detail>
      )}
      {failure !== null && (
        <Detail label={t('withdrawals.failure')} isStacked>
          <bdi>{failure}</bdi>
        </Detail>
      )}
      {released !== null && (
        <Detail label={t('withdrawals.released')} isStacked>
          <bdi>{released.by}</bdi> · <DateText at={released.at} />
        </Detail>
      )}
    </>
  );
}
