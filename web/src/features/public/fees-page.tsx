import { type Amount, formatAmount, parseAmount } from '@mercury/contract/money/amount.ts';
import { assetOf } from '@mercury/contract/money/asset.ts';
import { netOfFee, shareFee, withdrawalFee } from '@mercury/contract/money/fee.ts';
import { listMarkets, type Market } from '@mercury/contract/api/markets.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { ArrowDownToLine, CircleDollarSign, Send, UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../api/client.ts';
import { errorMessage } from '../../api/error-message.ts';
import { CoinMark } from '../../domain/coin-mark.tsx';
import { type AssetOffer, type Config, configQuery } from '../../domain/config-query.ts';
import { formatBps, priceInText } from '../../domain/prices.ts';
import { assetName } from '../../i18n/coin-name.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { paths } from '../../paths.ts';
import { Detail, DetailList } from '../../ui/detail-list.tsx';
import { FeatureGrid } from '../../ui/feature-grid.tsx';
import { moneyText } from '../../ui/money-parts.ts';
import { Money } from '../../ui/money.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx';
import styles from './fees-page.module.css';
import { NextStep } from '../../domain/next-step.tsx';
import { PublicPage, Section } from './public-page.tsx';

/** All costs, as the operator's server charges them. */
export function FeesPage() {
  const { t } = useTranslation();
  const config = useQuery(configQuery);
  // Asked for at once, so that it arrives with the others.
  const { data: markets = [] } = useQuery(marketsQuery);
  return (
    <PublicPage title={t('fees.title')} lead={t('fees.lead')}>
      <QueryState
        query={config}
        skeleton={
          <SkeletonGroup label={t('fees.loading')} className={styles.skeleton}>
            <Skeleton height="12rem" shape="block" />
            <Skeleton height="20rem" shape="block" />
            <Skeleton height="30rem" shape="block" />
          </SkeletonGroup>
        }
        failedTitle={t('fees.failedToLoad')}
        errorMessage={errorMessage}
        renderFrame={(state) => <div className={styles.state}>{state}</div>}
      >
        {(data) => (
          <>
            <FreeOfCharge config={data} />
            <Trading config={data} />
            <OrderBooks markets={markets} />
            <Withdrawals config={data} />
            <TopUps config={data} />
          </>
        )}
      </QueryState>
      <NextStep visitorTitle={t('about.invitationTitle')} visitorText={t('fees.invitationText')} />
    </PublicPage>
  );
}

interface PartProps {
  config: Config;
}

function FreeOfCharge({ config: { assets, rail } }: PartProps) {
  const { t } = useTranslation();
  const canDeposit = assets.some((asset) => asset.canDeposit);
  const free = [
    { Icon: UserRound, title: t('fees.accountTitle'), text: t('fees.accountText') },
    { Icon: Send, title: t('fees.transferTitle'), text: t('fees.transferText') },
    ...(canDeposit
      ? [{ Icon: ArrowDownToLine, title: t('fees.depositTitle'), text: t('fees.depositText') }]
      : []),
    ...(rail.canTopUp
      ? [{ Icon: CircleDollarSign, title: t('fees.topUpTitle'), text: t('fees.topUpText') }]
      : []),
  ];
  return (
    <Section title={t('fees.freeTitle')}>
      <FeatureGrid features={free} />
    </Section>
  );
}

/** Of the example, in US dollars. */
const exampleUsd = '100.00';

function Trading({ config: { trade } }: PartProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const paid = parseAmount('USD', exampleUsd);
  return (
    <Section title={t('fees.tradeHeading')}>
      <div className={styles.columns}>
        <DetailList>
          <Detail label={t('trade.fee')}>{formatBps(trade.feeBps, formatTag)}</Detail>
          <Detail label={t('trade.spreadAtLeast')}>{formatBps(trade.spreadBps, formatTag)}</Detail>
          <Detail label={t('trade.orderMin')}>
            <Money amount={trade.orderUsdMin} asset="USD" />
          </Detail>
          <Detail label={t('trade.orderMax')}>
            <Money amount={trade.orderUsdMax} asset="USD" />
          </Detail>
          <Detail label={t('trade.dayMax')}>
            <Money amount={trade.dayUsdMax} asset="USD" />
          </Detail>
        </DetailList>
        <div className={styles.words}>
          <p>{t('fees.tradeText')}</p>
          {paid && (
            <p className={styles.example}>
              {t('fees.tradeExample', {
                paid: usd(paid),
                fee: usd(shareFee(paid, trade.feeBps)),
                rest: usd(netOfFee(paid, { feeBps: trade.feeBps, networkFee: 0n })),
                spread: formatBps(trade.spreadBps, formatTag),
              })}
            </p>
          )}
        </div>
      </div>
    </Section>
  );

  function usd(amount: Amount): string {
    return priceInText(formatAmount(amount), t, formatTag);
  }
}

const marketsQuery = queryOptions({
  queryKey: ['fees', 'markets'],
  queryFn: async ({ signal }) => (await call(listMarkets, { signal })).markets,
});

const ppmInBps = 100;

const isRunning = ({ state }: Market) => state !== 'halted';

/** Left out where no market runs, or while they can't be asked for: the other costs are no less true. */
function OrderBooks({ markets }: { markets: readonly Market[] }) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const running = markets.filter(isRunning);
  if (running.length === 0) return null;
  const percent = (ppm: number) => formatBps(ppm / ppmInBps, formatTag);
  return (
    <Section title={t('fees.bookHeading')}>
      <div className={styles.columns}>
        <DetailList>
          {byFees(running).map(([{ makerFeePpm, takerFeePpm }, names]) => (
            <Detail
              key={names}
              label={t('fees.bookFees', { maker: percent(makerFeePpm), taker: percent(takerFeePpm) })}
              isStacked
            >
              <bdi dir="ltr">{names}</bdi>
            </Detail>
          ))}
        </DetailList>
        <p className={styles.words}>{t('fees.bookText')}</p>
      </div>
    </Section>
  );
}

/** One market for each pair of fees, with the names of all that take them. */
function byFees(markets: readonly Market[]): (readonly [Market, names: string])[] {
  const isAlike = (one: Market) => (other: Market) =>
    one.makerFeePpm === other.makerFeePpm && one.takerFeePpm === other.takerFeePpm;
  return markets
    .filter((market, index) => markets.findIndex(isAlike(market)) === index)
    .map((first) => [
      first,
      markets
        .filter(isAlike(first))
        .map(({ market }) => market.replace('-', '/'))
        .join(', '),
    ]);
}

function Withdrawals({ config: { assets, withdrawalFeeBps } }: PartProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const offered = assets.filter(({ canWithdraw }) => canWithdraw);
  if (offered.length === 0) return null;
  const rate = formatBps(withdrawalFeeBps, formatTag);
  const example = offered.find(({ code }) => code === exampleCode) ?? offered[0];
  return (
    <Section title={t('fees.withdrawalHeading')}>
      <div className={styles.words}>
        <p>{t('fees.withdrawalText', { rate })}</p>
        {example && <WithdrawalExample asset={example} feeBps={withdrawalFeeBps} />}
      </div>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('withdraw.currency')}</th>
            <th scope="col">{t('withdraw.networkFee')}</th>
            <th scope="col">{t('withdraw.minimum')}</th>
          </tr>
        </thead>
        <tbody>
          {offered.map((asset) => (
            <tr key={asset.code}>
              <th scope="row">
                <span className={styles.coin}>
                  <CoinMark asset={asset.code} size={28} />
                  <span className={styles.named}>
                    <bdi>{assetName(t, asset.code)}</bdi>
                    {/* A coin and its chain often share a name, which a translation shows once. */}
                    {asset.network && asset.network !== assetOf(asset.code).name && (
                      <bdi className={styles.network}>{asset.network}</bdi>
                    )}
                  </span>
                </span>
              </th>
              <td>
                {isZero(asset.networkFee) ? (
                  t('fees.none')
                ) : (
                  <Money amount={asset.networkFee} asset={asset.code} precision="all" />
                )}
              </td>
              <td>
                <Money amount={asset.withdrawalMin} asset={asset.code} precision="all" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

/** The best known of those with a small unit, so that the example has round figures. */
const exampleCode = 'USDT';
const exampleAmount = '100';

function WithdrawalExample({ asset: { code, networkFee }, feeBps }: { asset: AssetOffer; feeBps: number }) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const amount = parseAmount(code, exampleAmount);
  const fixed = parseAmount(code, networkFee);
  if (!amount || !fixed) return null;
  const price = { feeBps, networkFee: fixed.minorUnits };
  const written = (each: Amount) => moneyText(formatAmount(each), code, formatTag);
  return (
    <p className={styles.example}>
      {t('fees.withdrawalExample', {
        amount: written(amount),
        fee: written(withdrawalFee(amount, price)),
        arrives: written(netOfFee(amount, price)),
      })}
    </p>
  );
}

function isZero(amount: string): boolean {
  return /^[0.]*$/.test(amount);
}

function TopUps({ config: { limits, rail } }: PartProps) {
  const { t } = useTranslation();
  if (!rail.canTopUp) return null;
  return (
    <Section title={t('fees.topUpHeading')}>
      <div className={styles.columns}>
        <DetailList>
          <Detail label={t('fees.topUpMin')}>
            <Money amount={limits.topUpUsdMin} asset="USD" />
          </Detail>
          <Detail label={t('fees.topUpMax')}>
            <Money amount={limits.topUpUsdMax} asset="USD" />
          </Detail>
        </DetailList>
        <div className={styles.words}>
          <p>{t('fees.topUpNote')}</p>
          <p>
            <Link to={`${paths.help}#top-up`}>{t('fees.topUpMore')}</Link>
          </p>
        </div>
      </div>
    </Section>
  );
}
