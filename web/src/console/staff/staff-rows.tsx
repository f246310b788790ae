import type { StaffInvitation, StaffMember } from '@mercury/contract/console/staff.ts';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Badge } from '../../ui/badge.tsx';
import { DateText, TimeAgo } from '../../ui/time-text.tsx';
import { useMe } from '../api/me.ts';
import styles from '../console.module.css';
import { RowButton } from '../row-button.tsx';
import { useRoleName } from '../use-role-name.ts';

interface MemberRowProps {
  member: StaffMember;
  /** Undefined: this role may not. */
  onChangeRole: (() => void) | undefined;
  onRemove: (() => void) | undefined;
}

export function MemberRow({ member, onChangeRole, onRemove }: MemberRowProps) {
  const { t } = useTranslation('console');
  const roleName = useRoleName();
  const formatTag = useFormatTag();
  const isSelf = useMe().id === member.id;
  const { name, email, role, hasPassword, passkeyCount, joinedAt, lastSeenAt } = member;
  return (
    <li className={styles.row} data-testid="member">
      <div className={styles.about}>
        <p className={styles.name}>
          <bdi>{name}</bdi> <Badge>{roleName(role)}</Badge>
          {isSelf && <Badge tone="completed">{t('staff.you')}</Badge>}
        </p>
        <p className={styles.meta}>
          <bdi>{email}</bdi>
        </p>
        <p className={styles.meta}>
          {hasPassword && <span>{t('staff.hasPassword')} · </span>}
          {passkeyCount > 0 && (
            <span>
              {t('staff.passkeys', { count: passkeyCount, shown: formatCount(passkeyCount, formatTag) })}{' '}
              ·{' '}
            </span>
          )}
          {t('staff.joined')} <DateText at={joinedAt} hasTime={false} />
          {' · '}
          {t('staff.lastSeen')} <TimeAgo at={lastSeenAt} />
        </p>
      </div>
      {onChangeRole && !isSelf && (
        <RowButton
          label={t('staff.changeRole')}
          name={t('staff.changeRoleOf', { name: `\u2068${name}\u2069` })}
          onClick={onChangeRole}
        />
      )}
      {onRemove && !isSelf && (
        <RowButton
          label={t('staff.remove')}
          name={t('staff.removeOf', { name: `\u2068${name}\u2069` })}
          onClick={onRemove}
        />
      )}
    </li>
  );
}

export function FormerMemberRow({ member }: { member: StaffMember }) {
  const { t } = useTranslation('console');
  const roleName = useRoleName();
  const { name, email, role, removedAt } = member;
  return (
    <li className={styles.row} data-testid="former-member">
      <div className={styles.about}>
        <p className={styles.name}>
          <bdi>{name}</bdi> <Badge>{roleName(role)}</Badge>
        </p>
        <p className={styles.meta}>
          <bdi>{email}</bdi>
          {removedAt !== null && (
            <>
              {' · '}
              {t('staff.removedAt')} <DateText at={removedAt} />
            </>
          )}
        </p>
      </div>
    </li>
  );
}

interface InvitationRowProps {
  invitation: StaffInvitation;
  /** Undefined: this role may not. */
  onWithdraw: (() => void) | undefined;
}

export function InvitationRow({ invitation, onWithdraw }: InvitationRowProps) {
  const { t } = useTranslation('console');
  const roleName = useRoleName();
  const { email, role, invitedBy, expiresAt } = invitation;
  return (
    <li className={styles.row} data-testid="invitation">
      <div className={styles.about}>
        <p className={styles.name}>
          <bdi>{email}</bdi> <Badge tone="pending">{roleName(role)}</Badge>
        </p>
        <p className={styles.meta}>
          {t('staff.invitedBy')} <bdi>{invitedBy}</bdi> · {t('join.until')} <DateText at={expiresAt} />
        </p>
      </div>
      {onWithdraw && (
        <RowButton
          label={t('staff.withdraw')}
          name={t('staff.withdrawOf', { email: `\u2068${email}\u2069` })}
          onClick={onWithdraw}
        />
      )}
    </li>
  );
}
