import { type ApiKey, renewApiKey } from '@mercury/contract/api/api-keys.ts';
import { useQueryClient } from '@tanstack/react-query';
import { KeyRound, RotateCw, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/error-message.ts';
import { callWithProof } from '../../api/proof.ts';
import { useCancellableCommand } from '../../api/use-command.ts';
import { formatDateTime } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { AddressText } from '../../ui/address-text.tsx';
import { Badge } from '../../ui/badge.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.ts';
import keyStyles from './api-keys.module.css';
import { ItemRow, MetaLine } from './item-row.tsx';
import { askForAccount } from './queries.ts';

export const isExpired = ({ expiresAt }: ApiKey): boolean =>
  expiresAt !== null && Date.parse(expiresAt) <= Date.now();

interface ApiKeyRowProps {
  apiKey: ApiKey;
  /** Why the key could not be ended. */
  problem: string | undefined;
  onEnd: () => void;
}

export function ApiKeyRow({ apiKey, problem, onEnd }: ApiKeyRowProps) {
  const { t } = useTranslation();
  const isOver = isExpired(apiKey);
  const renewal = useRenewal(apiKey);
  const shownProblem = problem ?? (renewal.error && errorMessage(renewal.error, t));
  const name = `\u2068${apiKey.name}\u2069`;
  return (
    <ItemRow
      testId="api-key"
      icon={KeyRound}
      title={<bdi>{apiKey.name}</bdi>}
      badge={isOver && <Badge tone="warning">{t('security.apiKeys.expired')}</Badge>}
      action={
        <div className={keyStyles.actions}>
          {apiKey.expiresAt !== null && !isOver && (
            <IconButton
              label={t('security.apiKeys.renew', { name })}
              disabled={renewal.isPending}
              onClick={() => renewal.mutate(apiKey.id)}
            >
              <RotateCw size={18} aria-hidden="true" />
            </IconButton>
          )}
          <IconButton label={t('security.apiKeys.end', { name })} onClick={onEnd}>
            <Trash2 size={18} aria-hidden="true" />
          </IconButton>
        </div>
      }
    >
      <KeyRights apiKey={apiKey} />
      <KeyTimes apiKey={apiKey} />
      <KeyId id={apiKey.id} name={name} />
      {shownProblem && (
        <div className={keyStyles.problem}>
          <Notice tone="failed">{shownProblem}</Notice>
        </div>
      )}
    </ItemRow>
  );
}

function useRenewal({ name }: ApiKey) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  return useCancellableCommand({
    mutationFn: (id: string) => callWithProof(renewApiKey, { params: { id } }),
    onSuccess: () => {
      toast.success(t('security.apiKeys.renewed', { name: `\u2068${name}\u2069` }));
      return askForAccount(queryClient);
    },
  });
}

function KeyRights({ apiKey: { kind, scopes, allowedNetworks } }: { apiKey: ApiKey }) {
  const { t } = useTranslation();
  return (
    <MetaLine>
      <span>{t(`security.apiKeys.kinds.${kind}`)}</span>
      {scopes.map((scope) => (
        <span key={scope}>{t(`security.apiKeys.scopeNames.${scope}`)}</span>
      ))}
      {allowedNetworks.length === 0 ? (
        <span>{t('security.apiKeys.fromAnywhere')}</span>
      ) : (
        allowedNetworks.map((network) => (
          <span key={network}>
            <bdi dir="ltr" className={keyStyles.networks}>
              {network}
            </bdi>
          </span>
        ))
      )}
    </MetaLine>
  );
}

function KeyTimes({ apiKey: { createdAt, lastUsedAt, expiresAt } }: { apiKey: ApiKey }) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const dayOf = (at: string) => formatDateTime(at, formatTag, { hasTime: false });
  return (
    <MetaLine>
      <time dateTime={createdAt}>{t('security.apiKeys.createdAt', { time: dayOf(createdAt) })}</time>
      {lastUsedAt === null ? (
        <span>{t('security.apiKeys.neverUsed')}</span>
      ) : (
        <time dateTime={lastUsedAt}>
          {t('security.apiKeys.lastUsed', { time: formatDateTime(lastUsedAt, formatTag, { hasTime: true }) })}
        </time>
      )}
      {expiresAt === null ? (
        <span>{t('security.apiKeys.neverExpires')}</span>
      ) : (
        <time dateTime={expiresAt}>{t('security.apiKeys.expires', { time: dayOf(expiresAt) })}</time>
      )}
    </MetaLine>
  );
}

/** It is no secret: a program needs it beside what it signs with. */
function KeyId({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation();
  return (
    <div className={keyStyles.id}>
      <AddressText address={id} />
      <CopyButton text={id} label={t('security.apiKeys.copyIdOf', { name })} />
    </div>
  );
}
