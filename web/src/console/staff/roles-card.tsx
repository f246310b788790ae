import { removeRole, type Role } from '@mercury/contract/console/roles.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/error-message.ts';
import { formatCount } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FormSkeleton, QueryState } from '../../ui/query-state.tsx';
import { useMay } from '../api/me.ts';
import { callWithProof } from '../api/proof.ts';
import styles from '../console.module.css';
import { ProposingDialog } from '../proposals/proposing-dialog.tsx';
import { RowButton } from '../row-button.tsx';
import { useItemDialog } from '../use-item-dialog.ts';
import { useRoleName } from '../use-role-name.ts';
import { rolesQuery } from './queries.ts';
import { RoleDialog } from './role-dialog.tsx';

/** What each role may do, in words. An operator's own can be made, changed and removed. */
export function RolesCard() {
  const { t } = useTranslation('console');
  const query = useQuery(rolesQuery);
  const mayChange = useMay('roles.change');
  /** Null: a new one. */
  const editing = useItemDialog<Role | null>();
  const removing = useItemDialog<Role>();
  return (
    <Card
      title={t('roleList.title')}
      action={
        mayChange && (
          <Button variant="secondary" size="small" onClick={() => editing.open(null)}>
            {t('roleList.make')}
          </Button>
        )
      }
    >
      <QueryState
        query={query}
        skeleton={<FormSkeleton label={t('roleList.loading')} heights={['3rem', '3rem']} />}
        failedTitle={t('roleList.failedToLoad')}
        errorMessage={errorMessage}
      >
        {(roles) => (
          <ul className={styles.list}>
            {roles.map((role) => (
              <RoleRow
                key={role.name}
                role={role}
                onChange={mayChange ? () => editing.open(role) : undefined}
                onRemove={mayChange ? () => removing.open(role) : undefined}
              />
            ))}
          </ul>
        )}
      </QueryState>
      {editing.item !== undefined && <RoleDialog key={editing.opening} {...editing} role={editing.item} />}
      {removing.item && (
        <RoleRemovalDialog key={`removal-${removing.opening}`} {...removing} role={removing.item} />
      )}
    </Card>
  );
}

interface RoleRowProps {
  role: Role;
  /** Undefined: this reader may not. */
  onChange: (() => void) | undefined;
  onRemove: (() => void) | undefined;
}

function RoleRow({ role, onChange, onRemove }: RoleRowProps) {
  const { t } = useTranslation('console');
  const formatTag = useFormatTag();
  const roleName = useRoleName();
  const { name, isFixed, permissions, memberCount } = role;
  return (
    <li className={styles.row} data-testid="role">
      <details className={styles.about}>
        <summary className={styles.name}>
          {roleName(name)} {isFixed && <Badge>{t('roleList.fixed')}</Badge>}{' '}
          <span className={styles.meta}>
            {t('roleList.members', { count: memberCount, shown: formatCount(memberCount, formatTag) })}
          </span>
        </summary>
        <ul className={styles.quiet}>
          {permissions.map((permission) => (
            <li key={permission}>{t(`permissions.${permission}`)}</li>
          ))}
        </ul>
      </details>
      {onChange && !isFixed && (
        <RowButton
          label={t('roleList.change')}
          name={t('roleList.changeOf', { name: roleName(name) })}
          onClick={onChange}
        />
      )}
      {onRemove && !isFixed && memberCount === 0 && (
        <RowButton
          label={t('staff.remove')}
          name={t('staff.removeOf', { name: roleName(name) })}
          onClick={onRemove}
        />
      )}
    </li>
  );
}

interface RoleRemovalDialogProps {
  role: Role;
  isOpen: boolean;
  close: () => void;
}

function RoleRemovalDialog({ role: { name }, isOpen, close }: RoleRemovalDialogProps) {
  const { t } = useTranslation('console');
  return (
    <ProposingDialog
      isOpen={isOpen}
      onClose={close}
      title={t('roleList.removeTitle')}
      isTaking
      text={t('roleList.removeText', { name: `\u2068${name}\u2069` })}
      confirmLabel={t('staff.confirmRemove')}
      send={(reason) => callWithProof(removeRole, { params: { name }, body: { reason } })}
    />
  );
}
