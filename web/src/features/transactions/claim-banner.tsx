import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { liveQueryOptions } from '../../api/live-queries.ts';
import { formatCount } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { claimablePath } from '../../paths.ts';
import { PageLink } from '../../ui/page-link.tsx';
import styles from './claim-banner.module.css';
import { claimableQuery } from './queries.ts';

/** Leads to the payments that wait for a click, wherever in the history they are. */
export function ClaimBanner() {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const { data: claimable = [] } = useQuery({ ...claimableQuery, ...liveQueryOptions });
  if (claimable.length === 0) return null;
  const count = claimable.length;
  return (
    <p className={styles.banner}>
      <span>{t('transaction.claim.banner', { count, shownCount: formatCount(count, formatTag) })}</span>
      <PageLink to={claimablePath} className={styles.link}>
        {t('transaction.claim.show')}
      </PageLink>
    </p>
  );
}
