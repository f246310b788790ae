import { LinkIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import { errorMessage } from '../../api/error-message.ts';
import { configQuery } from '../../domain/config-query.ts';
import { CoinMark } from '../../domain/coin-mark.tsx';
import { type MoneyRequest, readRequest } from '../../domain/request-link.ts';
import { assetName } from '../../i18n/coin-name.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { CardPage } from '../../ui/card-page.tsx';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { FormSkeleton, QueryState } from '../../ui/query-state.tsx';
import { EmptyState } from '../../ui/state-message.tsx';
import styles from './request.module.css';

interface RequestPageProps {
  username: string;
  query: URLSearchParams;
  /** Leads on to the payment, for whoever is here. */
  renderNext: (request: MoneyRequest) => ReactNode;
}

/** What a link asks for, and by whom. It is read here and nowhere else: the server knows nothing of it. */
export function RequestPage({ username, query, renderNext }: RequestPageProps) {
  const { t } = useTranslation();
  // It lists the assets, also those that the operator added since this build.
  const config = useQuery(configQuery);
  return (
    <CardPage title={t('request.pageTitle')}>
      <div className={styles.stack}>
        <QueryState
          query={config}
          skeleton={<FormSkeleton label={t('request.loading')} heights={['3rem', '4rem', '3.25rem']} />}
          failedTitle={t('request.failedToLoad')}
          errorMessage={errorMessage}
        >
          {() => {
            const request = readRequest(username, query);
            return request ? <Asked request={request}>{renderNext(request)}</Asked> : <Unreadable />;
          }}
        </QueryState>
      </div>
    </CardPage>
  );
}

function Asked({ request, children }: { request: MoneyRequest; children: ReactNode }) {
  const { t } = useTranslation();
  const { username, currency, amount, note } = request;
  const handle = `\u2068@${username}\u2069`;
  return (
    <>
      <div className={styles.asked}>
        <CoinMark asset={currency} size={44} />
        <h1 className={styles.title}>{t('request.asks', { username: handle })}</h1>
        {amount === undefined ? (
          <p>{t('request.anyAmount', { currency: assetName(t, currency) })}</p>
        ) : (
          <Money amount={amount} asset={currency} size="large" />
        )}
        {note !== undefined && (
          <p className={styles.note}>
            {t('transaction.note')}: <bdi>{note}</bdi>
          </p>
        )}
      </div>
      <div className={styles.next}>{children}</div>
      <Notice tone="warning">{t('request.warning', { username: handle })}</Notice>
    </>
  );
}

function Unreadable() {
  const { t } = useTranslation();
  return (
    <>
      <h1 className="visually-hidden">{t('request.pageTitle')}</h1>
      <EmptyState
        icon={<LinkIcon size={24} />}
        title={t('request.unreadableTitle')}
        action={
          <ButtonLink to={paths.home} variant="secondary">
            {t('notFound.home')}
          </ButtonLink>
        }
      >
        {t('request.unreadableText')}
      </EmptyState>
    </>
  );
}
