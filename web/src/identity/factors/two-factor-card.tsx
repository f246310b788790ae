import type { User } from '@mercury/contract/api/users.ts';
import { limits } from '@mercury/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useOpenedBy } from '../../domain/opened-by.ts';
import { securityQuery } from '../security/queries.ts';
import { formatCount } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { DisableDialog, RenewCodesDialog } from './password-and-code-dialogs.tsx';
import { SetUpDialog } from './set-up-dialog.tsx';
import styles from './two-factor.module.css';

export function TwoFactorCard({ user }: { user: User }) {
  const { t } = useTranslation();
  // The two show secrets once: a reload brings back neither.
  const setUp = useOpenedBy('two-factor-set-up', { isRestored: false });
  const renewCodes = useOpenedBy('recovery-codes', { isRestored: false });
  const disable = useOpenedBy('two-factor-disable');
  return (
    <Card title={t('twoFactor.title')} action={<StateBadge isEnabled={user.twoFactorEnabled} />}>
      <div className={styles.stack}>
        <p className={styles.text}>
          {user.twoFactorEnabled ? t('twoFactor.enabledText') : t('twoFactor.disabledText')}
        </p>
        {user.twoFactorEnabled && <RenewalOffer onRenew={() => setUp.open()} />}
        {user.twoFactorEnabled && <CodesLeft onRenew={() => renewCodes.open()} />}
        <div>
          {/* One button in both states, so that it can take the focus back from the dialog. */}
          <Button
            variant={user.twoFactorEnabled ? 'secondary' : 'primary'}
            onClick={() => (user.twoFactorEnabled ? disable.open() : setUp.open())}
          >
            {user.twoFactorEnabled ? t('twoFactor.disable') : t('twoFactor.setUp')}
          </Button>
        </div>
      </div>
      <SetUpDialog key={`set-up-${setUp.key}`} isOpen={setUp.isOpen} user={user} onClose={setUp.close} />
      <DisableDialog
        key={`disable-${disable.key}`}
        isOpen={disable.isOpen && user.twoFactorEnabled}
        user={user}
        onClose={disable.close}
      />
      <RenewCodesDialog
        key={`renew-codes-${renewCodes.key}`}
        isOpen={renewCodes.isOpen}
        user={user}
        onClose={renewCodes.close}
      />
    </Card>
  );
}

function StateBadge({ isEnabled }: { isEnabled: boolean }) {
  const { t } = useTranslation();
  return isEnabled ? (
    <Badge tone="completed">
      <ShieldCheck size={14} aria-hidden="true" />
      {t('twoFactor.enabled')}
    </Badge>
  ) : (
    <Badge>
      <ShieldAlert size={14} aria-hidden="true" />
      {t('twoFactor.disabled')}
    </Badge>
  );
}

/** A person who used a recovery code has probably lost the device. */
function RenewalOffer({ onRenew }: { onRenew: () => void }) {
  const { t } = useTranslation();
  const { data: security } = useQuery(securityQuery);
  if (!security?.canRenewTwoFactor) return null;
  return (
    <div className={styles.offer}>
      <Notice tone="warning">{t('twoFactor.renewText')}</Notice>
      <div>
        <Button onClick={onRenew}>{t('twoFactor.renew')}</Button>
      </div>
    </div>
  );
}

/** With fewer, one more lost device can lock the person out. */
const fewCodes = 3;

function CodesLeft({ onRenew }: { onRenew: () => void }) {
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
