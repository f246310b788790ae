import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { getStatement } from '@mercury/contract/api/transactions.ts';
import { coinCode, productName } from '@mercury/contract/product.ts';
import { useTranslation } from 'react-i18next';
import { otherSideOf } from '../../domain/transactions.ts';
import { assetName } from '../../i18n/coin-name.ts';
import { AddressText, shortAddress } from '../../ui/address-text.tsx';
import { Detail, DetailList } from '../../ui/detail-list.tsx';
import { Money } from '../../ui/money.tsx';
import { DateText } from '../../ui/time-text.tsx';
import styles from './statement-document.module.css';

type Statement = ReplyOf<typeof getStatement>;
type StatementOfCurrency = Statement['currencies'][number];
type StatementLine = StatementOfCurrency['lines'][number];

/** A statement for the screen and for print. */
export function StatementDocument({ statement }: { statement: Statement }) {
  const { t } = useTranslation();
  const { from, to, madeAt, person, currencies } = statement;
  // `to` is exclusive: the reader sees the last included day.
  const lastDay = new Date(Date.parse(to) - 1).toISOString();
  return (
    <article className={styles.statement} data-testid="statement">
      <header className={styles.header}>
        <p className={styles.product}>{productName}</p>
        <h2 className={styles.title}>{t('statement.heading')}</h2>
      </header>
      <DetailList>
        <Detail label={t('statement.person')}>
          <bdi>{person.name || person.username}</bdi> <bdi dir="ltr">(@{person.username})</bdi>
        </Detail>
        <Detail label={t('statement.address', { coin: coinCode })}>
          <AddressText address={person.walletAddress} isWhole />
        </Detail>
        <Detail label={t('statement.period')}>
          <DateText at={from} hasTime={false} /> – <DateText at={lastDay} hasTime={false} />
        </Detail>
        <Detail label={t('statement.madeAt')}>
          <DateText at={madeAt} />
        </Detail>
      </DetailList>
      {currencies.length === 0 && <p className={styles.empty}>{t('statement.empty')}</p>}
      {currencies.map((each) => (
        <OneCurrency key={each.currency} statement={each} />
      ))}
    </article>
  );
}

function OneCurrency({ statement }: { statement: StatementOfCurrency }) {
  const { t } = useTranslation();
  const { currency, opening, closing, lines } = statement;
  return (
    <section className={styles.currency}>
      <h3 className={styles.currencyName}>
        {assetName(t, currency)} <span className={styles.code}>{currency}</span>
      </h3>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('statement.date')}</th>
            <th scope="col">{t('statement.what')}</th>
            <th scope="col">{t('transaction.amount')}</th>
            <th scope="col">{t('transaction.fee')}</th>
            <th scope="col">{t('statement.usdValue')}</th>
            <th scope="col">{t('statement.balance')}</th>
          </tr>
        </thead>
        <tbody>
          <BalanceRow label={t('statement.opening')} balance={opening} currency={currency} />
          {lines.map((line) => (
            <LineRow key={line.id} line={line} currency={currency} />
          ))}
          <BalanceRow label={t('statement.closing')} balance={closing} currency={currency} />
        </tbody>
      </table>
      {lines.length === 0 && <p className={styles.quiet}>{t('statement.nothingBooked')}</p>}
    </section>
  );
}

interface BalanceRowProps {
  label: string;
  balance: string;
  currency: StatementOfCurrency['currency'];
}

function BalanceRow({ label, balance, currency }: BalanceRowProps) {
  return (
    <tr className={styles.balanceRow}>
      <th scope="row" colSpan={5}>
        {label}
      </th>
      <td>
        <Money amount={balance} asset={currency} precision="exact" />
      </td>
    </tr>
  );
}

interface LineRowProps {
  line: StatementLine;
  currency: StatementOfCurrency['currency'];
}

function LineRow({ line, currency }: LineRowProps) {
  const { t } = useTranslation();
  const { at, amount, counterpartyUsername, fee, usdValue, balanceAfter, note } = line;
  const address = otherSideOf(line);
  const hasFee = /[1-9]/.test(fee);
  return (
    <tr>
      <td className={styles.date}>
        <DateText at={at} />
      </td>
      <td className={styles.what}>
        {useLineTitle(line)}
        {counterpartyUsername !== null && (
          <bdi dir="ltr" className={styles.quiet}>
            @{counterpartyUsername}
          </bdi>
        )}
        {address !== null && (
          <bdi dir="ltr" className={styles.quiet}>
            {shortAddress(address)}
          </bdi>
        )}
        {note !== null && note !== '' && <bdi className={styles.quiet}>{note}</bdi>}
      </td>
      <td data-label={t('transaction.amount')}>
        <Money amount={amount} asset={currency} signs="always" precision="exact" />
      </td>
      <td data-label={t('transaction.fee')} data-empty={!hasFee || undefined}>
        {hasFee && <Money amount={fee} asset={currency} precision="exact" />}
      </td>
      <td data-label={t('statement.usdValue')} data-empty={usdValue === null || undefined}>
        {usdValue !== null && <Money amount={usdValue} asset="USD" signs="always" precision="exact" />}
      </td>
      <td data-label={t('statement.balance')}>
        <Money amount={balanceAfter} asset={currency} precision="exact" />
      </td>
    </tr>
  );
}

function useLineTitle({ type, amount }: StatementLine): string {
  const { t } = useTranslation();
  if (type === 'TRANSFER') return amount.startsWith('-') ? t('transaction.sent') : t('transaction.received');
  // The API has types in capitals; translation keys are lower case.
  return t(`transaction.types.${type.toLowerCase() as Lowercase<typeof type>}`);
}
