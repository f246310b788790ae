import {
  endPersonSessions,
  freezePerson,
  type PersonFile,
  proposeTwoFactorRemoval,
  proposeUnfreezing,
  resendProofMail,
} from '@mercury/contract/console/people.ts';
import type { Permission } from '@mercury/contract/console/permissions.ts';
import type { Proposal } from '@mercury/contract/console/proposals.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { askAgain } from '../../api/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { toast } from '../../ui/toast.ts';
import { useMe } from '../api/me.ts';
import { callWithProof } from '../api/proof.ts';
import { useConsoleCommand } from '../api/use-console-command.ts';
import { useTellProposed } from '../proposals/use-tell-proposed.ts';
import { ReasonDialog } from '../reason-dialog.tsx';
import { useItemDialog } from '../use-item-dialog.ts';
import styles from './people.module.css';
import { fileKey } from './queries.ts';

type Act = 'freeze' | 'unfreeze' | 'endSessions' | 'removeTwoFactor' | 'resendMail';

interface ActTraits {
  permission: Permission;
  /** Whether it would do anything. */
  isPossible: (person: PersonFile) => boolean;
  /** Its person loses something by it. */
  isTaking?: boolean;
  /** What waits for a second person answers with the proposal. */
  send: (id: string, reason: string) => Promise<{ success: true; proposal?: Proposal }>;
}

const acts: Readonly<Record<Act, ActTraits>> = {
  freeze: {
    permission: 'people.freeze',
    isTaking: true,
    isPossible: ({ frozen }) => frozen?.by !== 'operator',
    send: (id, reason) => callWithProof(freezePerson, { params: { id }, body: { reason } }),
  },
  unfreeze: {
    permission: 'people.unfreeze',
    isPossible: ({ frozen }) => frozen !== null,
    send: (id, reason) => callWithProof(proposeUnfreezing, { params: { id }, body: { reason } }),
  },
  endSessions: {
    permission: 'people.end_sessions',
    isTaking: true,
    isPossible: () => true,
    send: (id, reason) => callWithProof(endPersonSessions, { params: { id }, body: { reason } }),
  },
  removeTwoFactor: {
    permission: 'people.remove_two_factor',
    isTaking: true,
    isPossible: ({ twoFactorSince }) => twoFactorSince !== null,
    send: (id, reason) => callWithProof(proposeTwoFactorRemoval, { params: { id }, body: { reason } }),
  },
  resendMail: {
    permission: 'people.resend_mail',
    isPossible: ({ isEmailProved }) => !isEmailProved,
    send: (id, reason) => callWithProof(resendProofMail, { params: { id }, body: { reason } }),
  },
};
const actNames = Object.keys(acts) as Act[];

/** What the role may do, and what would do something now. */
export function ActsCard({ person }: { person: PersonFile }) {
  const { t } = useTranslation('console');
  const { permissions } = useMe();
  const dialog = useItemDialog<Act>();
  const possible = actNames.filter(
    (act) =>
      person.leftAt === null && permissions.includes(acts[act].permission) && acts[act].isPossible(person),
  );
  return (
    <>
      {possible.length > 0 && (
        <Card title={t('people.actsTitle')}>
          <div className={styles.acts}>
            {possible.map((act) => (
              <Button key={act} variant="secondary" size="small" onClick={() => dialog.open(act)}>
                {t(`people.acts.${act}.name`)}
              </Button>
            ))}
          </div>
        </Card>
      )}
      {dialog.item && <ActDialog key={dialog.opening} {...dialog} act={dialog.item} person={person} />}
    </>
  );
}

interface ActDialogProps {
  act: Act;
  person: PersonFile;
  isOpen: boolean;
  close: () => void;
}

function ActDialog({ act, person: { id, username }, isOpen, close }: ActDialogProps) {
  const { t } = useTranslation('console');
  const client = useQueryClient();
  const tellProposed = useTellProposed();
  const command = useConsoleCommand({
    mutationFn: (reason: string) => acts[act].send(id, reason),
    onSuccess: ({ proposal }) => {
      close();
      if (proposal === undefined) toast.success(t('people.actDone'));
      return Promise.all([proposal && tellProposed(proposal), askAgain(client, fileKey(id))]);
    },
    // A colleague may have been quicker: the file shows how it is now.
    onError: () => void askAgain(client, fileKey(id)),
  });
  return (
    <ReasonDialog
      isOpen={isOpen}
      onClose={close}
      title={t(`people.acts.${act}.name`)}
      text={t(`people.acts.${act}.text`, { name: `\u2068${username}\u2069` })}
      confirmLabel={t(`people.acts.${act}.confirm`)}
      isTaking={acts[act].isTaking === true}
      command={command}
    />
  );
}
