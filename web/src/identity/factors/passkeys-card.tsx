import type { Passkey } from '@mercury/contract/api/passkey-shape.ts';
import { deletePasskey } from '@mercury/contract/api/passkeys.ts';
import { limits } from '@mercury/contract/limits.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Fingerprint, Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { errorMessage } from '../../api/error-message.ts';
import { callWithProof } from '../../api/proof.ts';
import { useCancellableCommand } from '../../api/use-command.ts';
import { useOpenedBy, useOpenedFor } from '../../domain/opened-by.ts';
import { formatCount, formatDateTime } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { EmptyState } from '../../ui/state-message.tsx';
import { toast } from '../../ui/toast.ts';
import { ItemRow, ListSkeleton, MetaLine } from '../security/item-row.tsx';
import { askForAccount, passkeysQuery } from '../security/queries.ts';
import styles from '../security/security.module.css';
import { AddPasskeyDialog } from './add-passkey-dialog.tsx';
import { arePasskeysSupported } from './passkey.tsx';

export function PasskeysCard() {
  const { t } = useTranslation();
  const query = useQuery(passkeysQuery);
  const adding = useOpenedBy('passkey-add');
  const removal = useOpenedFor('passkey-remove', query.data);
  return (
    <Card title={t('security.passkeys.title')}>
      <p className={styles.text}>{t('security.passkeys.text')}</p>
      <QueryState
        query={query}
        skeleton={<ListSkeleton label={t('security.passkeys.loading')} />}
        failedTitle={t('security.passkeys.failedToLoad')}
        errorMessage={errorMessage}
      >
        {(passkeys) => (
          <>
            <PasskeyList passkeys={passkeys} onRemove={removal.open} />
            <AddPasskey passkeyCount={passkeys.length} onAdd={() => adding.open()} />
          </>
        )}
      </QueryState>
      <AddPasskeyDialog key={`add-${adding.key}`} isOpen={adding.isOpen} onClose={adding.close} />
      {removal.item && (
        <RemovePasskeyDialog
          key={`remove-${removal.key}`}
          passkey={removal.item}
          isOpen={removal.isOpen}
          onClose={removal.close}
        />
      )}
    </Card>
  );
}

interface PasskeyListProps {
  passkeys: readonly Passkey[];
  onRemove: (passkey: Passkey) => void;
}

function PasskeyList({ passkeys, onRemove }: PasskeyListProps) {
  const { t } = useTranslation();
  if (passkeys.length === 0) {
    return (
      <EmptyState icon={<Fingerprint size={24} />} title={t('security.passkeys.emptyTitle')}>
        {t('security.passkeys.emptyText')}
      </EmptyState>
    );
  }
  return (
    <ul className={styles.list}>
      {passkeys.map((passkey) => (
        <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => onRemove(passkey)} />
      ))}
    </ul>
  );
}

function AddPasskey({ passkeyCount, onAdd }: { passkeyCount: number; onAdd: () => void }) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const obstacle = !arePasskeysSupported()
    ? t('security.passkeys.unsupported')
    : passkeyCount >= limits.passkeysMax &&
      t('security.passkeys.full', { limit: formatCount(limits.passkeysMax, formatTag) });
  return (
    <div className={styles.footer}>
      {obstacle ? (
        <Notice tone="neutral">{obstacle}</Notice>
      ) : (
        <Button variant="secondary" icon={<Plus size={18} aria-hidden="true" />} onClick={onAdd}>
          {t('security.passkeys.add')}
        </Button>
      )}
    </div>
  );
}

interface PasskeyRowProps {
  passkey: Passkey;
  onRemove: () => void;
}

function PasskeyRow({ passkey, onRemove }: PasskeyRowProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const { name, isSynced, createdAt, lastUsedAt } = passkey;
  const dayOf = (at: string) => formatDateTime(at, formatTag, { hasTime: false });
  return (
    <ItemRow
      testId="passkey"
      icon={Fingerprint}
      title={<bdi>{name}</bdi>}
      badge={isSynced && <Badge>{t('security.passkeys.synced')}</Badge>}
      action={
        <IconButton label={t('security.passkeys.remove', { name: `\u2068${name}\u2069` })} onClick={onRemove}>
          <Trash2 size={18} aria-hidden="true" />
        </IconButton>
      }
    >
      <MetaLine>
        <time dateTime={createdAt}>{t('security.passkeys.created', { time: dayOf(createdAt) })}</time>
        {lastUsedAt === null ? (
          <span>{t('security.passkeys.neverUsed')}</span>
        ) : (
          <time dateTime={lastUsedAt}>{t('security.passkeys.lastUsed', { time: dayOf(lastUsedAt) })}</time>
        )}
      </MetaLine>
    </ItemRow>
  );
}

/** Already removed elsewhere counts as success. */
async function removeUnlessGone(id: string) {
  try {
    return await callWithProof(deletePasskey, { params: { id } });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NotFound') return null;
    throw error;
  }
}

interface RemovePasskeyDialogProps {
  passkey: Passkey;
  isOpen: boolean;
  onClose: () => void;
}

function RemovePasskeyDialog({ passkey, isOpen, onClose }: RemovePasskeyDialogProps) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const { mutate, isPending, error } = useCancellableCommand({
    mutationFn: ({ id }: Passkey) => removeUnlessGone(id),
    onSuccess: (reply) => {
      toast.success(reply?.message ?? t('security.passkeys.removed'));
      onClose();
      return askForAccount(queryClient);
    },
  });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('security.passkeys.removeTitle')}
      description={t('security.passkeys.removeText', { name: `\u2068${passkey.name}\u2069` })}
      confirmLabel={t('security.passkeys.confirmRemove')}
      onConfirm={() => mutate(passkey)}
      isBusy={isPending}
      problem={error && errorMessage(error, t)}
    />
  );
}
