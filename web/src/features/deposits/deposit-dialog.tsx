import type { Transaction } from '@mercury/contract/api/transactions.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/error-message.ts';
import { type Config, configQuery } from '../../domain/config-query.ts';
import { useDraft } from '../../domain/drafts.ts';
import { PaymentModal, type PaymentSteps } from '../../domain/payment-form.tsx';
import { useFollowedTransaction } from '../../domain/transactions.ts';
import { formatCount } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Button } from '../../ui/button.tsx';
import { Detail, DetailList } from '../../ui/detail-list.tsx';
import { focusOnMount } from '../../ui/focus-on-mount.ts';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { FailedMark, Outcome, SuccessMark, WaitingMark } from '../../ui/outcome.tsx';
import { FormSkeleton, QueryState } from '../../ui/query-state.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { DateText } from '../../ui/time-text.tsx';
import { DepositByAddress } from './deposit-by-address.tsx';
import { DepositByPage } from './deposit-by-page.tsx';
import styles from './deposits.module.css';

interface DepositDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** Preselected if the dialog opens from a wallet. */
  currency?: AssetCode | undefined;
}

export function DepositDialog({ isOpen, onClose, currency }: DepositDialogProps) {
  const { t } = useTranslation();
  return (
    <PaymentModal
      isOpen={isOpen}
      onClose={onClose}
      title={t('deposit.title')}
      description={t('deposit.description')}
      cannotClose={t('deposit.cannotClose')}
      redirecting={t('deposit.redirecting')}
      redirectingText={t('deposit.redirectingText')}
    >
      {(steps) => <DepositBody {...steps} currency={currency} onDone={onClose} />}
    </PaymentModal>
  );
}

interface DepositBodyProps extends PaymentSteps {
  currency: AssetCode | undefined;
  onDone: () => void;
}

function DepositBody(props: DepositBodyProps) {
  const { t } = useTranslation();
  const query = useQuery(configQuery);
  return (
    <QueryState
      query={query}
      skeleton={<FormSkeleton label={t('deposit.loading')} heights={['4.75rem', '4.25rem', '3.25rem']} />}
      failedTitle={t('deposit.failedToLoad')}
      errorMessage={errorMessage}
    >
      {(config) => <DepositWays {...props} config={config} />}
    </QueryState>
  );
}

type Way = 'address' | 'page';

function DepositWays({ config, currency, ...rest }: DepositBodyProps & { config: Config }) {
  const { t } = useTranslation();
  const draft = useDraft<{ way: Way }>('way', { way: 'address' });
  const [way, setWay] = useState(draft.values.way);
  const [deposited, setDeposited] = useState<Transaction>();
  const offers = config.assets.filter(({ canDeposit }) => canDeposit);
  const first = offers.find(({ code }) => code === currency) ?? offers[0];
  if (deposited) return <DepositReceipt deposited={deposited} onDone={rest.onDone} />;
  const byAddress = first && (
    <DepositByAddress
      offers={offers}
      initialCurrency={first.code}
      isSandbox={config.rail.isSandbox}
      onBusyChange={rest.onBusyChange}
      onDeposited={setDeposited}
    />
  );
  const byPage = config.rail.canTopUp && <DepositByPage config={config} {...rest} />;
  if (!byAddress && !byPage) return <Notice tone="neutral">{t('deposit.notOffered')}</Notice>;
  if (!byAddress || !byPage) return byAddress || byPage;
  return (
    <Tabs
      label={t('deposit.ways')}
      tabs={[
        { value: 'address', label: t('deposit.byAddress') },
        { value: 'page', label: t('deposit.byPage') },
      ]}
      value={way}
      onChange={(next) => {
        // A running command stays visible.
        if (rest.isBusy) return;
        setWay(next);
        draft.save({ way: next });
      }}
    >
      {way === 'address' ? byAddress : byPage}
    </Tabs>
  );
}

const marks: Readonly<Record<Transaction['status'], ReactNode>> = {
  COMPLETED: <SuccessMark />,
  PENDING: <WaitingMark />,
  FAILED: <FailedMark />,
};

interface DepositReceiptProps {
  deposited: Transaction;
  onDone: () => void;
}

/** The payment's progress, live from seen to credited. */
function DepositReceipt({ deposited, onDone }: DepositReceiptProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const { amount, currency, status, date, confirmations } = useFollowedTransaction(deposited);
  const texts = {
    COMPLETED: { title: t('deposit.completed'), text: t('deposit.completedText') },
    PENDING: { title: t('deposit.pending'), text: t('deposit.pendingText') },
    FAILED: { title: t('deposit.failed'), text: t('deposit.failedText') },
  };
  return (
    <div className={styles.receipt} ref={focusOnMount} tabIndex={-1}>
      <Outcome mark={marks[status]} title={texts[status].title} text={texts[status].text}>
        <Money amount={amount} asset={currency} size="large" isPending={status === 'PENDING'} />
      </Outcome>
      <DetailList>
        {status === 'PENDING' && confirmations && (
          <Detail label={t('deposit.confirmedSoFar')}>
            {t('deposit.confirmationsOf', {
              seen: formatCount(confirmations.seen, formatTag),
              needed: formatCount(confirmations.needed, formatTag),
            })}
          </Detail>
        )}
        <Detail label={t('deposit.date')}>
          <DateText at={date} />
        </Detail>
      </DetailList>
      <Button size="large" isFullWidth onClick={onDone}>
        {t('deposit.done')}
      </Button>
    </div>
  );
}
