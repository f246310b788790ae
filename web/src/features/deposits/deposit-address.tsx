import type { getDepositAddress } from '@mercury/contract/api/deposits.ts';
import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import { assetOf, chainTraits, type AssetCode } from '@mercury/contract/money/asset.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { QRCodeSVG } from 'qrcode.react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/error-message.ts';
import { personalKey } from '../../api/query-client.ts';
import { moneyActions } from '../../domain/money-actions.ts';
import { formatCount } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { AddressText } from '../../ui/address-text.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Detail, DetailList } from '../../ui/detail-list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx';
import styles from './deposits.module.css';

/** In CSS pixels. */
const qrCodeSize = 176;
/** Quiet zone: the QR standard requires these white modules so that readers find the code. */
const quietZone = 4;

/** The address for outside payments, and the facts that their payer needs. */
export function DepositAddress({ currency }: { currency: AssetCode }) {
  const { t } = useTranslation();
  const query = useQuery(depositAddressQuery(currency));
  return (
    <section className={styles.address} aria-labelledby="deposit-address-title">
      <h3 className={styles.addressTitle} id="deposit-address-title">
        {t('deposit.addressTitle', { currency })}
      </h3>
      <QueryState
        query={query}
        skeleton={<AddressSkeleton />}
        failedTitle={t('deposit.failedToLoadAddress')}
        errorMessage={errorMessage}
      >
        {(deposit) => <AddressDetails deposit={deposit} />}
      </QueryState>
    </section>
  );
}

function AddressSkeleton() {
  const { t } = useTranslation();
  return (
    <SkeletonGroup className={styles.form} label={t('deposit.loadingAddress')}>
      <span className={styles.qrCode}>
        <Skeleton width={`${qrCodeSize}px`} height={`${qrCodeSize}px`} shape="block" />
      </span>
      <Skeleton height="3rem" shape="block" />
    </SkeletonGroup>
  );
}

function AddressDetails({ deposit }: { deposit: ReplyOf<typeof getDepositAddress> }) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const { currency, address, memo, network, confirmationsNeeded } = deposit;
  return (
    <>
      {memo !== undefined && (
        <Notice tone="warning">
          {isTagged(currency) ? t('deposit.tagWarning') : t('deposit.memoWarning')}
        </Notice>
      )}
      <div className={styles.qrCode}>
        <QRCodeSVG
          value={address}
          size={qrCodeSize}
          level="M"
          marginSize={quietZone}
          title={t('deposit.qrCode', { currency })}
        />
      </div>
      <DetailList>
        <Detail label={t('deposit.address')} isStacked>
          <span className={styles.copyable}>
            <AddressText address={address} isWhole />
            <CopyButton text={address} label={t('deposit.copyAddress')} />
          </span>
        </Detail>
        {memo !== undefined && <MemoDetail currency={currency} memo={memo} />}
        <Detail label={t('deposit.networkLabel')}>
          <bdi>{network}</bdi>
        </Detail>
        <Detail label={t('deposit.creditedAfter')}>
          {t('deposit.confirmations', {
            count: confirmationsNeeded,
            formatted: formatCount(confirmationsNeeded, formatTag),
          })}
        </Detail>
      </DetailList>
      <Notice tone="neutral">{t('deposit.sendOnly', { currency, network: `\u2068${network}\u2069` })}</Notice>
    </>
  );
}

/** True if its chain separates accounts of one address by a number, not by a text. */
function isTagged(currency: AssetCode): boolean {
  const { chain } = assetOf(currency);
  return chain !== null && chainTraits[chain].memoKind === 'tag';
}

function MemoDetail({ currency, memo }: { currency: AssetCode; memo: string }) {
  const { t } = useTranslation();
  const isTag = isTagged(currency);
  return (
    <Detail label={isTag ? t('deposit.tag') : t('deposit.memo')} isStacked>
      <span className={styles.copyable}>
        <AddressText address={memo} isWhole />
        <CopyButton text={memo} label={isTag ? t('deposit.copyTag') : t('deposit.copyMemo')} />
      </span>
    </Detail>
  );
}

/** An address belongs to the account forever. */
function depositAddressQuery(currency: AssetCode) {
  return queryOptions({
    queryKey: [personalKey, 'deposit-address', currency],
    queryFn: async ({ signal, client }) =>
      (await moneyActions(client)).getDepositAddress({ currency }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
