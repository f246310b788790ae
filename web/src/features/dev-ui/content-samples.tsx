import { assetCodes } from '@mercury/contract/money/asset.ts';
import { Inbox } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AddressText } from '../../ui/address-text.tsx';
import { AssetLabel } from '../../domain/asset-label.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CoinMark } from '../../domain/coin-mark.tsx';
import { Detail, DetailList } from '../../ui/detail-list.tsx';
import { Logo, LogoMark } from '../../ui/logo.tsx';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { FailedMark, Outcome, SuccessMark, WaitingMark } from '../../ui/outcome.tsx';
import { PageSkeleton, Skeleton } from '../../ui/skeleton.tsx';
import { PaymentList } from '../../domain/payment-list.tsx';
import { EmptyState, ErrorState } from '../../ui/state-message.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { DateText, TimeAgo } from '../../ui/time-text.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import { Row, State } from './panel.tsx';
import { sampleAddress, sampleMoment, samplePayments, stepProgresses } from './samples.ts';

export function MoneySamples() {
  return (
    <>
      <State name="display, large, in a line">
        <Money amount="1234567.89" asset="MRCY" size="display" />
        <Money amount="1234.5" asset="MRCY" size="large" />
        <Money amount="0.00000123" asset="BTC" />
      </State>
      <State name="eighteen decimals">
        <Money amount="1234.123456789012345678" asset="ETH" size="display" />
      </State>
      <State name="change: in, out, pending">
        <Row>
          <Money amount="12.5" asset="MRCY" signs="always" />
          <Money amount="-12.5" asset="MRCY" signs="always" />
          <Money amount="12.5" asset="MRCY" signs="always" isPending />
        </Row>
      </State>
      <State name="address: shortened, whole">
        <p>
          <AddressText address={sampleAddress} />
        </p>
        <p>
          <AddressText address={sampleAddress} isWhole />
        </p>
      </State>
      <State name="moment, age">
        <p>
          <DateText at={sampleMoment} /> · <TimeAgo at={sampleMoment} />
        </p>
      </State>
      <State name="a currency in a list">
        <AssetLabel
          asset="USDT"
          name="Tether"
          detail="Ethereum"
          trailing={<Money amount="250" asset="USDT" />}
        />
      </State>
      <State name="marks">
        <Row>
          <Logo />
          <LogoMark size={40} />
          {assetCodes().map((asset) => (
            <CoinMark key={asset} asset={asset} />
          ))}
        </Row>
      </State>
    </>
  );
}

export function StatusSamples() {
  const { t } = useTranslation();
  const tones = ['neutral', 'completed', 'pending', 'failed', 'warning'] as const;
  return (
    <>
      <State name="badges">
        <Row>
          {tones.map((tone) => (
            <Badge key={tone} tone={tone}>
              {t('transaction.state.completed')}
            </Badge>
          ))}
        </Row>
      </State>
      <State name="notices">
        <Notice tone="neutral">{t('dashboard.sandboxHint')}</Notice>
        <Notice tone="warning">{t('transfer.lookAlikeTitle')}</Notice>
        <Notice tone="failed">{t('topup.answerLost')}</Notice>
      </State>
      <State name="timeline: done, current, upcoming, failed, stopped">
        <Timeline
          label={t('transaction.timeline')}
          steps={stepProgresses.map((progress) => ({
            key: progress,
            progress,
            label: t('transaction.state.payment_seen'),
            detail: progress === 'done' ? <TimeAgo at={sampleMoment} /> : null,
          }))}
        />
      </State>
      <State name="outcome: done, waiting, failed">
        <Outcome mark={<SuccessMark />} title={t('transfer.completed')} text={t('transfer.completedText')} />
        <Outcome mark={<WaitingMark />} title={t('topup.redirecting')} text={t('topup.redirectingText')} />
        <Outcome mark={<FailedMark />} title={t('withdraw.failed')} text={t('common.pleaseTryAgain')} />
      </State>
      <State name="payments">
        <PaymentList payments={samplePayments} />
      </State>
    </>
  );
}

export function ListStateSamples() {
  const { t } = useTranslation();
  return (
    <>
      <State name="empty">
        <EmptyState
          icon={<Inbox size={24} />}
          title={t('transaction.emptyTitle')}
          action={<Button size="small">{t('wallet.topUp')}</Button>}
        >
          {t('transaction.emptyText')}
        </EmptyState>
      </State>
      <State name="error, error while it is tried again">
        <ErrorState title={t('transaction.failedToLoadTransactions')} onRetry={() => undefined} />
        <ErrorState title={t('contacts.failedToLoadContacts')} onRetry={() => undefined} isRetrying />
      </State>
      <State name="loading: line, block, circle, page">
        <Skeleton />
        <Skeleton shape="block" height="4rem" />
        <Row>
          <Skeleton shape="circle" width="2.5rem" height="2.5rem" />
        </Row>
        <PageSkeleton />
      </State>
    </>
  );
}

export function FrameSamples() {
  const { t } = useTranslation();
  const [tab, setTab] = useState<'email' | 'username'>('email');
  return (
    <>
      <State name="card with details">
        <Card
          title={t('withdraw.reviewTitle')}
          action={<Badge tone="warning">{t('dashboard.sandbox')}</Badge>}
        >
          <DetailList>
            <Detail label={t('withdraw.youWithdraw')} isStrong>
              <Money amount="10.5" asset="MRCY" />
            </Detail>
            <Detail label={t('withdraw.fee')}>
              <Money amount="0.0525" asset="MRCY" />
            </Detail>
            <Detail label={t('withdraw.to')} isStacked>
              <AddressText address={sampleAddress} isWhole />
            </Detail>
          </DetailList>
        </Card>
      </State>
      <State name="tabs">
        <Tabs
          label={t('auth.signIn.methodLabel')}
          tabs={[
            { value: 'email', label: t('auth.signIn.byEmail') },
            { value: 'username', label: t('auth.signIn.byUsername') },
          ]}
          value={tab}
          onChange={setTab}
        >
          <p>{t('auth.signIn.welcome')}</p>
        </Tabs>
      </State>
    </>
  );
}
