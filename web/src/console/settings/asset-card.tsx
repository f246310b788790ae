import type { OfferedAsset } from '@mercury/contract/console/assets.ts';
import { isLocale } from '@mercury/contract/locales.ts';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Check, Info, Pencil, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { errorMessage } from '../../api/error-message.ts';
import { CoinImage, CoinMark } from '../../domain/coin-mark.tsx';
import { coinName } from '../../i18n/coin-name.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Money } from '../../ui/money.tsx';
import { FormSkeleton, QueryState } from '../../ui/query-state.tsx';
import { useMay } from '../api/me.ts';
import tableStyles from '../figures-table.module.css';
import { proposalPath } from '../paths.ts';
import { useItemDialog } from '../use-item-dialog.ts';
import { AssetDialog } from './asset-dialog.tsx';
import { NetworkFee, PriceSource } from './asset-facts.tsx';
import styles from './assets.module.css';
import { assetsQuery } from './queries.ts';

/** Which currency is offered for what. */
export function AssetCard() {
  const { t } = useTranslation('console');
  const mayChange = useMay('assets.change');
  const shown = useItemDialog<OfferedAsset>();
  const query = useQuery(assetsQuery);
  return (
    <Card title={t('settings.assets.title')}>
      <QueryState
        query={query}
        skeleton={<FormSkeleton label={t('settings.assets.loading')} heights={['3rem', '3rem', '3rem']} />}
        failedTitle={t('settings.assets.failedToLoad')}
        errorMessage={errorMessage}
      >
        {({ assets }) => (
          <table className={clsx(tableStyles.table, styles.assets)}>
            <thead>
              <tr>
                <th scope="col">{t('settings.currency')}</th>
                <th scope="col">{t('settings.assets.offeredFor')}</th>
                <th scope="col">{t('settings.assets.withdrawalMin')}</th>
                <th scope="col">{t('settings.assets.networkFee')}</th>
                <th scope="col">{t('settings.assets.price')}</th>
                <th scope="col">
                  <span className="visually-hidden">{t('facts.names.action')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {assets.map((asset) => (
                <AssetRow
                  key={asset.currency}
                  asset={asset}
                  mayChange={mayChange}
                  onOpen={() => shown.open(asset)}
                />
              ))}
            </tbody>
          </table>
        )}
      </QueryState>
      {shown.item && <AssetDialog key={shown.opening} {...shown} asset={shown.item} mayChange={mayChange} />}
    </Card>
  );
}

interface AssetRowProps {
  asset: OfferedAsset;
  mayChange: boolean;
  onOpen: () => void;
}

/** On a phone it is two lines; the rest is in the dialog. */
function AssetRow({ asset, mayChange, onOpen }: AssetRowProps) {
  const { t } = useTranslation('console');
  const { currency, network, isOffered, isTransferable, withdrawalMin, proposal } = asset;
  const opens = t(mayChange ? 'settings.changeOf' : 'settings.assets.detailsOf', { name: currency });
  const Icon = mayChange ? Pencil : Info;
  return (
    <tr data-testid={`asset-${currency}`}>
      <th scope="row">
        <AssetName asset={asset} />
      </th>
      <td>
        <span className={styles.marks}>
          <Mark name="isOffered" isOn={isOffered} />
          <Mark name="isTransferable" isOn={isTransferable} />
          {network === null && <Badge>{t('settings.assets.onlyInside')}</Badge>}
          {proposal !== null && (
            <Link to={proposalPath(proposal.id)}>
              <Badge tone="pending">{t('settings.waits')}</Badge>
            </Link>
          )}
        </span>
      </td>
      <td>{network !== null && <Money amount={withdrawalMin} asset={currency} precision="all" />}</td>
      <td>{network !== null && <NetworkFee asset={asset} />}</td>
      <td>
        <PriceSource price={asset.price} />
      </td>
      <td>
        <IconButton label={opens} aria-haspopup="dialog" onClick={onOpen}>
          <Icon size={18} aria-hidden="true" />
        </IconButton>
      </td>
    </tr>
  );
}

function AssetName({ asset: { currency, name, names, icon } }: { asset: OfferedAsset }) {
  const { t: tShared, i18n } = useTranslation();
  const own = isLocale(i18n.language) ? names[i18n.language] : undefined;
  return (
    <span className={styles.name}>
      {icon === null ? (
        <CoinMark asset={currency} size={24} />
      ) : (
        <CoinImage path={`/coins/${icon}.svg`} code={currency} size={24} />
      )}
      <b>
        <bdi>{coinName(tShared, currency, own ?? name)}</bdi>
      </b>
      <bdi className={styles.code}>{currency}</bdi>
    </span>
  );
}

function Mark({ name, isOn }: { name: 'isOffered' | 'isTransferable'; isOn: boolean }) {
  const { t } = useTranslation('console');
  const Icon = isOn ? Check : X;
  return (
    <Badge tone={isOn ? 'completed' : 'neutral'}>
      <Icon size={14} aria-hidden="true" />
      {t(`settings.assets.marks.${name}`)}
      <span className="visually-hidden">: {t(isOn ? 'facts.yes' : 'facts.no')}</span>
    </Badge>
  );
}
