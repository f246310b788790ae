import type { OfferedAsset } from '@mercury/contract/console/assets.ts';
import { isLocale } from '@mercury/contract/locales.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { errorMessage } from '../../api/error-message.ts';
import { CoinImage, CoinMark } from '../../domain/coin-mark.tsx';
import { coinName } from '../../i18n/coin-name.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Detail, DetailList } from '../../ui/detail-list.tsx';
import { Money } from '../../ui/money.tsx';
import { FormSkeleton, QueryState } from '../../ui/query-state.tsx';
import { useMay } from '../api/me.ts';
import consoleStyles from '../console.module.css';
import { proposalPath } from '../paths.ts';
import { useItemDialog } from '../use-item-dialog.ts';
import { AssetDialog } from './asset-dialog.tsx';
import { assetsQuery } from './queries.ts';
import { useSettingName } from './setting-name.ts';
import styles from './settings.module.css';

/** Which currency is offered for what. */
export function AssetCard() {
  const { t } = useTranslation('console');
  const mayChange = useMay('assets.change');
  const changing = useItemDialog<OfferedAsset>();
  const query = useQuery(assetsQuery);
  return (
    <Card title={t('settings.assets.title')}>
      <QueryState
        query={query}
        skeleton={<FormSkeleton label={t('settings.assets.loading')} heights={['8rem', '8rem']} />}
        failedTitle={t('settings.assets.failedToLoad')}
        errorMessage={errorMessage}
      >
        {({ assets }) => (
          <ul className={consoleStyles.list}>
            {assets.map((asset) => (
              <AssetRow
                key={asset.currency}
                asset={asset}
                onChange={mayChange ? () => changing.open(asset) : undefined}
              />
            ))}
          </ul>
        )}
      </QueryState>
      {changing.item && <AssetDialog key={changing.opening} {...changing} asset={changing.item} />}
    </Card>
  );
}

interface AssetRowProps {
  asset: OfferedAsset;
  /** Undefined: this role may not. */
  onChange: (() => void) | undefined;
}

function AssetRow({ asset, onChange }: AssetRowProps) {
  const { t } = useTranslation('console');
  const { t: tShared, i18n } = useTranslation();
  const { currency, name, names, icon, network, proposal } = asset;
  const own = isLocale(i18n.language) ? names[i18n.language] : undefined;
  return (
    <li className={consoleStyles.row} data-testid={`asset-${currency}`}>
      <div className={consoleStyles.about}>
        <p className={styles.asset}>
          {icon === null ? (
            <CoinMark asset={currency} size={24} />
          ) : (
            <CoinImage path={`/coins/${icon}.svg`} code={currency} size={24} />
          )}
          <b>
            <bdi>{coinName(tShared, currency, own ?? name)}</bdi>
          </b>
          <bdi>{currency}</bdi>
          {proposal !== null && (
            <Link to={proposalPath(proposal.id)}>
              <Badge tone="pending">{t('settings.waits')}</Badge>
            </Link>
          )}
        </p>
        <p className={consoleStyles.meta}>
          {network === null ? t('settings.assets.onlyInside') : <bdi>{network}</bdi>}
        </p>
        <AssetFacts asset={asset} />
      </div>
      {onChange && (
        <Button
          variant="secondary"
          size="small"
          aria-haspopup="dialog"
          aria-label={t('settings.changeOf', { name: currency })}
          onClick={onChange}
        >
          {t('settings.change')}
        </Button>
      )}
    </li>
  );
}

function AssetFacts({ asset }: { asset: OfferedAsset }) {
  const { t } = useTranslation('console');
  const settingName = useSettingName();
  const { currency, network, isOffered, isTransferable, withdrawalMin, networkFee, isFeeASetting } = asset;
  return (
    <DetailList>
      <Detail label={t('settings.assets.isOffered')}>{t(isOffered ? 'facts.yes' : 'facts.no')}</Detail>
      <Detail label={t('settings.assets.isTransferable')}>
        {t(isTransferable ? 'facts.yes' : 'facts.no')}
      </Detail>
      {network !== null && (
        <>
          <Detail label={t('settings.assets.withdrawalMin')}>
            <Money amount={withdrawalMin} asset={currency} precision="all" />
          </Detail>
          <Detail label={t('settings.assets.networkFee')}>
            <Money amount={networkFee} asset={currency} precision="all" />
            {isFeeASetting && (
              <span className={styles.quiet}>
                {' '}
                {t('settings.assets.feeIsSetting', { name: settingName('WITHDRAWAL_NETWORK_FEES') })}
              </span>
            )}
          </Detail>
        </>
      )}
      <Detail label={t('settings.assets.price')}>
        <PriceSource price={asset.price} />
      </Detail>
    </DetailList>
  );
}

function PriceSource({ price: { source, market, usd } }: Pick<OfferedAsset, 'price'>) {
  const { t } = useTranslation('console');
  const settingName = useSettingName();
  switch (source) {
    case 'setting':
      return t('settings.assets.prices.setting', { name: settingName('MRCY_PRICE_USD') });
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
