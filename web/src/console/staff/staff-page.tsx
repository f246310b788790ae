import {
  removeStaffMember,
  type StaffInvitation,
  type StaffMember,
  withdrawInvitation,
} from '@mercury/contract/console/staff.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/error-message.ts';
import { askAgain } from '../../api/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { FormSkeleton, QueryState } from '../../ui/query-state.tsx';
import { toast } from '../../ui/toast.ts';
import { useDialog } from '../../ui/use-dialog.ts';
import { useMay } from '../api/me.ts';
import { callWithProof } from '../api/proof.ts';
import { useConsoleCommand } from '../api/use-console-command.ts';
import styles from '../console.module.css';
import { AloneNotice } from '../proposals/alone-notice.tsx';
import { ReasonDialog } from '../reason-dialog.tsx';
import { useItemDialog } from '../use-item-dialog.ts';
import { InvitationDialog, RoleChangeDialog } from './member-dialogs.tsx';
import { staffQuery } from './queries.ts';
import { RolesCard } from './roles-card.tsx';
import { FormerMemberRow, InvitationRow, MemberRow } from './staff-rows.tsx';

export function StaffPage() {
  const { t } = useTranslation('console');
  const query = useQuery(staffQuery);
  return (
    <Page title={t('staff.title')}>
      <QueryState
        query={query}
        skeleton={<FormSkeleton label={t('staff.loading')} heights={['8rem', '6rem']} />}
        failedTitle={t('staff.failedToLoad')}
        errorMessage={errorMessage}
      >
        {(reply) => <StaffLists {...reply} />}
      </QueryState>
    </Page>
  );
}

interface StaffListsProps {
  staff: readonly StaffMember[];
  invitations: readonly StaffInvitation[];
}

function StaffLists({ staff, invitations }: StaffListsProps) {
  const { t } = useTranslation('console');
  const mayRemove = useMay('staff.remove');
  const mayInvite = useMay('staff.invite');
  const mayChangeRole = useMay('staff.change_role');
  const changing = useItemDialog<StaffMember>();
  const inviting = useDialog();
  const removing = useItemDialog<StaffMember>();
  const withdrawing = useItemDialog<StaffInvitation>();
  const present = staff.filter(({ removedAt }) => removedAt === null);
  const former = staff.filter(({ removedAt }) => removedAt !== null);
  return (
    <>
      <AloneNotice />
      <Card title={t('staff.present')}>
        <ul className={styles.list}>
          {present.map((member) => (
            <MemberRow
              key={member.id}
              member={member}
              onChangeRole={mayChangeRole ? () => changing.open(member) : undefined}
              onRemove={mayRemove ? () => removing.open(member) : undefined}
            />
          ))}
        </ul>
      </Card>
      <Card title={t('staff.invitations')} action={mayInvite && <InviteButton onPress={inviting.open} />}>
        {invitations.length === 0 ? (
          <p className={styles.quiet}>{t('staff.noInvitations')}</p>
        ) : (
          <ul className={styles.list}>
            {invitations.map((invitation) => (
              <InvitationRow
                key={invitation.id}
                invitation={invitation}
                onWithdraw={mayRemove ? () => withdrawing.open(invitation) : undefined}
              />
            ))}
          </ul>
        )}
      </Card>
      <RolesCard />
      {former.length > 0 && (
        <Card title={t('staff.former')}>
          <ul className={styles.list}>
            {former.map((member) => (
              <FormerMemberRow key={member.id} member={member} />
            ))}
          </ul>
        </Card>
      )}
      <InvitationDialog key={`invitation-${inviting.key}`} isOpen={inviting.isOpen} close={inviting.close} />
      {changing.item && (
        <RoleChangeDialog key={`role-${changing.opening}`} {...changing} member={changing.item} />
      )}
      {removing.item && <RemovalDialog key={removing.opening} {...removing} member={removing.item} />}
      {withdrawing.item && (
        <WithdrawalDialog
          key={`withdrawal-${withdrawing.opening}`}
          {...withdrawing}
          invitation={withdrawing.item}
        />
      )}
    </>
  );
}

function InviteButton({ onPress }: { onPress: () => void }) {
  const { t } = useTranslation('console');
  return (
    <Button variant="secondary" size="small" onClick={onPress}>
      {t('staff.invite')}
    </Button>
  );
}

interface OpenDialog {
  isOpen: boolean;
  close: () => void;
}

/** What is done to a line of the list, with a reason and a proof. */
function useStaffCommand(
  send: (reason: string) => Promise<unknown>,
  { told, close }: { told: string; close: () => void },
) {
  const client = useQueryClient();
  return useConsoleCommand({
    mutationFn: send,
    onSuccess: () => {
      toast.success(told);
      close();
      return askAgain(client, staffQuery.queryKey);
    },
  });
}

function RemovalDialog({ member, isOpen, close }: OpenDialog & { member: StaffMember }) {
  const { t } = useTranslation('console');
  const remove = useStaffCommand(
    (reason) => callWithProof(removeStaffMember, { params: { id: member.id }, body: { reason } }),
    { told: t('staff.removed'), close },
  );
  return (
    <ReasonDialog
      isOpen={isOpen}
      onClose={close}
      title={t('staff.removeTitle')}
      text={t('staff.removeText', {
        name: `\u2068${member.name}\u2069`,
        email: `\u2068${member.email}\u2069`,
      })}
      confirmLabel={t('staff.confirmRemove')}
      isTaking
      command={remove}
    />
  );
}

function WithdrawalDialog({ invitation, isOpen, close }: OpenDialog & { invitation: StaffInvitation }) {
  const { t } = useTranslation('console');
  const withdraw = useStaffCommand(
    (reason) => callWithProof(withdrawInvitation, { params: { id: invitation.id }, body: { reason } }),
    { told: t('staff.withdrawn'), close },
  );
  return (
    <ReasonDialog
      isOpen={isOpen}
      onClose={close}
      title={t('staff.withdrawTitle')}
      text={t('staff.withdrawText', { email: `\u2068${invitation.email}\u2069` })}
      confirmLabel={t('staff.confirmWithdraw')}
      isTaking
      command={withdraw}
    />
  );
}
