import { type ApiKey, endApiKey } from '@mercury/contract/api/api-keys.ts';
import type { User } from '@mercury/contract/api/users.ts';
import { limits } from '@mercury/contract/limits.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { errorMessage } from '../../api/error-message.ts';
import { useCommand } from '../../api/use-command.ts';
import { useOpenedBy, useOpenedFor } from '../../domain/opened-by.ts';
import { formatCount } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Notice } from '../../ui/notice.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { EmptyState } from '../../ui/state-message.tsx';
import { toast } from '../../ui/toast.ts';
import { ApiKeyRow, isExpired } from './api-key-row.tsx';
import keyStyles from './api-keys.module.css';
import { ListSkeleton } from './item-row.tsx';
import { apiKeysQuery, askForAccount } from './queries.ts';
import styles from './security.module.css';

/** A page of the server, not of this app. */
const apiReferencePath = '/docs/api';

// Most people never make one.
const CreateApiKeyDialog = lazyPart(
  async () => (await import('./create-api-key-dialog.tsx')).CreateApiKeyDialog,
);

/** Programs act for people whose email is proved. */
export function ApiKeysCard({ user }: { user: User }) {
  return user.emailVerified ? <Keys user={user} /> : null;
}

function Keys({ user }: { user: User }) {
  const { t } = useTranslation();
  const query = useQuery(apiKeysQuery);
  const creating = useOpenedBy('api-key');
  const ending = useOpenedFor('api-key-end', query.data);
  const end = useEndKey(ending.close);
  const failed = end.error && end.variables && { id: end.variables.id, text: errorMessage(end.error, t) };
  const askToEnd = (key: ApiKey) => {
    end.reset();
    ending.open(key);
  };
  return (
    <Card title={t('security.apiKeys.title')}>
      <p className={styles.text}>{t('security.apiKeys.text')}</p>
      <QueryState
        query={query}
        skeleton={<ListSkeleton label={t('security.apiKeys.loading')} />}
        failedTitle={t('security.apiKeys.failedToLoad')}
        errorMessage={errorMessage}
      >
        {(keys) => (
          <>
            <KeyList keys={keys} failed={ending.isOpen ? null : failed} onEnd={askToEnd} />
            <CardFoot keys={keys} onAdd={() => creating.open()} />
          </>
        )}
      </QueryState>
      {creating.key > 0 && (
        <CreateApiKeyDialog
          key={`create-${creating.key}`}
          hasTwoFactor={user.twoFactorEnabled}
          isOpen={creating.isOpen}
          onClose={creating.close}
          onGiveUp={creating.close}
        />
      )}
      {ending.item && (
        <EndKeyDialog
          apiKey={ending.item}
          isOpen={ending.isOpen}
          onClose={ending.close}
          onConfirm={end.mutate}
          isBusy={end.isPending}
          problem={failed?.id === ending.item.id ? failed.text : null}
        />
      )}
    </Card>
  );
}

interface KeyListProps {
  keys: readonly ApiKey[];
  /** The key that could not be ended, and why. */
  failed: { id: string; text: string } | null | undefined;
  onEnd: (key: ApiKey) => void;
}

function KeyList({ keys, failed, onEnd }: KeyListProps) {
  const { t } = useTranslation();
  if (keys.length === 0) {
    return (
      <EmptyState icon={<KeyRound size={24} />} title={t('security.apiKeys.emptyTitle')}>
        {t('security.apiKeys.emptyText')}
      </EmptyState>
    );
  }
  return (
    <ul className={styles.list}>
      {keys.map((key) => (
        <ApiKeyRow
          key={key.id}
          apiKey={key}
          problem={failed?.id === key.id ? failed.text : undefined}
          onEnd={() => onEnd(key)}
        />
      ))}
    </ul>
  );
}

function CardFoot({ keys, onAdd }: { keys: readonly ApiKey[]; onAdd: () => void }) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  // One that ran out still stands in the list, but counts for nothing.
  const isFull = keys.filter((key) => !isExpired(key)).length >= limits.apiKeysMax;
  return (
    <>
      <div className={styles.footer}>
        {isFull ? (
          <Notice tone="neutral">
            {t('security.apiKeys.full', { limit: formatCount(limits.apiKeysMax, formatTag) })}
          </Notice>
        ) : (
          <Button variant="secondary" icon={<Plus size={18} aria-hidden="true" />} onClick={onAdd}>
            {t('security.apiKeys.add')}
          </Button>
        )}
      </div>
      <div className={keyStyles.notes}>
        {keys.length > 0 && <p>{t('security.apiKeys.endedByChanges')}</p>}
        <a href={apiReferencePath} target="_blank" rel="noopener">
          {t('security.apiKeys.reference')}
        </a>
      </div>
    </>
  );
}

/** Already ended elsewhere counts as success. */
async function endUnlessEnded({ id }: ApiKey): Promise<void> {
  try {
    await call(endApiKey, { params: { id } });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'NotFound')) throw error;
  }
}

function useEndKey(onEnded: () => void) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  return useCommand({
    mutationFn: endUnlessEnded,
    onSuccess: () => {
      toast.success(t('security.apiKeys.ended'));
      onEnded();
      return askForAccount(queryClient);
    },
  });
}

interface EndKeyDialogProps {
  apiKey: ApiKey;
  isOpen: boolean;
  onClose: () => void;
  onConfirm: (key: ApiKey) => void;
  isBusy: boolean;
  problem: string | null;
}

function EndKeyDialog({ apiKey, onConfirm, ...dialog }: EndKeyDialogProps) {
  const { t } = useTranslation();
  const name = `\u2068${apiKey.name}\u2069`;
  return (
    <ConfirmDialog
      {...dialog}
      title={t('security.apiKeys.endTitle')}
      description={
        apiKey.scopes.includes('trade')
          ? t('security.apiKeys.endTradingText', { name })
          : t('security.apiKeys.endText', { name })
      }
      confirmLabel={t('security.apiKeys.confirmEnd')}
      onConfirm={() => onConfirm(apiKey)}
    />
  );
}
