import { limits } from '@mercury/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { securityQuery } from '../../api/security-query.ts';
import { formatCount } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './two-factor.module.css';

/** From here on a person who goes on losing devices is soon locked out. */
const fewCodes = 3;

/** How many recovery codes are unused, and the way to new ones. */
export function CodesLeft({ onRenew }: { onRenew: () => void }) {
  const { t } = useTranslation();
  const { data: security } = useQuery(securityQuery);
  return (
    <div className={styles.codesLeft}>
      <div className={styles.codesLine}>
        <CodesCount />
        <Button variant="link" onClick={onRenew}>
          {t('twoFactor.newCodes')}
        </Button>
      </div>
      {security && security.recoveryCodesLeft <= fewCodes && (
        <Notice tone="warning">{t('twoFactor.fewCodes')}</Notice>
      )}
    </div>
  );
}

function CodesCount() {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const { data: security, isError, isFetching, refetch } = useQuery(securityQuery);
  if (security) {
    return (
      <p className={styles.codesCount}>
        {t('twoFactor.codesLeft', {
          left: formatCount(security.recoveryCodesLeft, formatTag),
          total: formatCount(limits.recoveryCodeCount, formatTag),
        })}
      </p>
    );
  }
  if (isError) {
    return (
      <p className={styles.codesCount} role="alert">
        {t('twoFactor.failedToLoadCodes')}{' '}
        <Button variant="link" isBusy={isFetching} onClick={() => void refetch()}>
          {t('common.retry')}
        </Button>
      </p>
    );
  }
  return <Skeleton width="12rem" />;
}
