import { listedDepositStates, type DepositFile } from '@mercury/contract/console/deposits.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { errorMessage } from '../../api/error-message.ts';
import { formatCount } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { AddressText } from '../../ui/address-text.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Detail, DetailList } from '../../ui/detail-list.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { FormSkeleton, QueryState } from '../../ui/query-state.tsx';
import { DateText } from '../../ui/time-text.tsx';
import { useMay } from '../api/me.ts';
import { AccountLink, ActsCard, DestinationDetails, LinesCard, TimelineCard } from '../file-parts.tsx';
import { consolePaths } from '../paths.ts';
import { depositFileQuery } from './queries.ts';
import { useObserve } from './use-observe.ts';

export function DepositPage() {
  const { t } = useTranslation('console');
  const { id = '' } = useParams();
  const query = useQuery(depositFileQuery(id));
  return (
    <Page title={t('deposits.one')}>
      <p>
        <Link to={`${consolePaths.deposits}?state=${query.data?.deposit.state ?? 'unassigned'}`}>
          {t('deposits.toList')}
        </Link>
      </p>
      <QueryState
        query={query}
        skeleton={<FormSkeleton label={t('deposits.loadingOne')} heights={['16rem', '8rem']} />}
        failedTitle={t('deposits.failedToLoadOne')}
        errorMessage={errorMessage}
      >
        {({ deposit }) => <File deposit={deposit} />}
      </QueryState>
    </Page>
  );
}

function File({ deposit }: { deposit: DepositFile }) {
  const { t } = useTranslation('console');
  const mayAsk = useMay('deposits.assign');
  const observe = useObserve();
  const { timeline, lines, acts, currency, externalId } = deposit;
  return (
    <>
      <Card
        title={t('file.facts')}
        action={
          mayAsk && (
            <Button
              size="small"
              variant="secondary"
              isBusy={observe.isPending}
              onClick={() => observe.mutate(externalId)}
            >
              {t('deposits.ask')}
            </Button>
          )
        }
      >
        <Facts deposit={deposit} />
      </Card>
      <TimelineCard
        steps={timeline.map(({ state, at }) => {
          const known = listedDepositStates.find((each) => each === state);
          return { name: known ? t(`deposits.states.${known}`) : state, at };
        })}
      />
      <LinesCard lines={lines} currency={currency} />
      <ActsCard acts={acts} />
    </>
  );
}

function Facts({ deposit }: { deposit: DepositFile }) {
  const { t } = useTranslation('console');
  const formatTag = useFormatTag();
  const { account, state, amount, currency, network, address, memo, externalId } = deposit;
  return (
    <DetailList>
      <Detail label={t('file.account')}>
        <AccountLink account={account} />
      </Detail>
      <Detail label={t('file.state')}>{t(`deposits.states.${state}`)}</Detail>
      <Detail label={t('file.amount')} isStrong>
        <Money amount={amount} asset={currency} precision="all" />
      </Detail>
      <DestinationDetails network={network} address={address} memo={memo} />
      <Detail label={t('deposits.reference')} isStacked>
        <AddressText address={externalId} isWhole />
        <CopyButton text={externalId} label={t('deposits.copyReference')} />
      </Detail>
      <Detail label={t('deposits.depth')}>
        {t('deposits.confirmations', {
          seen: formatCount(deposit.confirmations, formatTag),
          needed: formatCount(deposit.confirmationsNeeded, formatTag),
        })}
      </Detail>
      <Detail label={t('deposits.seenAt')}>
        <DateText at={deposit.createdAt} />
      </Detail>
      <Detail label={t('deposits.observedAt')}>
        <DateText at={deposit.observedAt} />
      </Detail>
      {deposit.closedAt !== null && (
        <Detail label={t('file.closedAt')}>
          <DateText at={deposit.closedAt} />
        </Detail>
      )}
      <Detail label={t('file.rail')}>
        <bdi dir="ltr">{deposit.rail}</bdi>
      </Detail>
      <Detail label={t('file.transaction')} isStacked>
        <AddressText address={deposit.transactionId} isWhole />
      </Detail>
    </DetailList>
  );
}
