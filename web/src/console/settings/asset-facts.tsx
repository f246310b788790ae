import type { OfferedAsset } from '@mercury/contract/console/assets.ts';
import { useTranslation } from 'react-i18next';
import { Detail, DetailList } from '../../ui/detail-list.tsx';
import { Money } from '../../ui/money.tsx';
import styles from './settings.module.css';

/** What leaving costs. */
export function NetworkFee({ asset: { currency, networkFee, isFeeASetting } }: { asset: OfferedAsset }) {
  const { t } = useTranslation('console');
  return (
    <>
      <Money amount={networkFee} asset={currency} precision="all" />{' '}
      {isFeeASetting && <span className={styles.quiet}>{t('settings.assets.setAbove')}</span>}
    </>
  );
}

export function PriceSource({ price: { source, market, usd } }: Pick<OfferedAsset, 'price'>) {
  const { t } = useTranslation('console');
  switch (source) {
    case 'setting':
      return t('settings.assets.setAbove');
    case 'par':
      return t('settings.assets.prices.par');
    case 'market':
      return t('settings.assets.prices.market', { market: `\u2066${market ?? ''}\u2069` });
    case 'operator':
      return (
        <>
          <Money amount={usd ?? '0'} asset="USD" precision="all" />{' '}
          <span className={styles.quiet}>{t('settings.assets.prices.operator')}</span>
        </>
      );
    default:
      return source satisfies never;
  }
}

/** What the row of a phone has no room for. `isWhole`: also what else is a field. */
export function AssetFacts({ asset, isWhole }: { asset: OfferedAsset; isWhole: boolean }) {
  const { t } = useTranslation('console');
  const { currency, network, withdrawalMin, isFeeASetting } = asset;
  return (
    <DetailList>
      <Detail label={t('facts.names.network')}>
        {network === null ? t('settings.assets.onlyInside') : <bdi>{network}</bdi>}
      </Detail>
      {network !== null && isWhole && (
        <Detail label={t('settings.assets.withdrawalMin')}>
          <Money amount={withdrawalMin} asset={currency} precision="all" />
        </Detail>
      )}
      {network !== null && (isWhole || isFeeASetting) && (
        <Detail label={t('settings.assets.networkFee')}>
          <NetworkFee asset={asset} />
        </Detail>
      )}
      <Detail label={t('settings.assets.price')}>
        <PriceSource price={asset.price} />
      </Detail>
    </DetailList>
  );
}
