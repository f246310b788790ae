import { type ApiKey, renewApiKey } from '@mercury/contract/api/api-keys.ts';
import { useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/error-message.ts';
import { callWithProof } from '../../api/proof.ts';
import { useCancellableCommand } from '../../api/use-command.ts';
import { formatDateTime } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { AddressText } from '../../ui/address-text.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
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
    >
      <KeyRights apiKey={apiKey} />
      <KeyTimes apiKey={apiKey} />
      <div className={keyStyles.foot}>
        <KeyId id={apiKey.id} name={name} />
        <div className={keyStyles.actions}>
          {apiKey.expiresAt !== null && !isOver && (
            <Button
              variant="secondary"
              size="small"
              aria-label={t('security.apiKeys.renew', { name })}
              isBusy={renewal.isPending}
              onClick={() => renewal.mutate(apiKey.id)}
            >
              {t('security.apiKeys.renewShort')}
            </Button>
          )}
          <Button
            variant="secondary"
            size="small"
            aria-label={t('security.apiKeys.end', { name })}
            onClick={onEnd}
          >
            {t('security.apiKeys.endShort')}
          </Button>
        </div>
      </div>
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
  const networks = allowedNetworks.map((network) => `\u2066${shortNetwork(network)}\u2069`).join(', ');
  return (
    <>
      <MetaLine>
        <span>{t(`security.apiKeys.kinds.${kind}`)}</span>
        {scopes.map((scope) => (
          <span key={scope}>{t(`security.apiKeys.scopeNames.${scope}`)}</span>
        ))}
      </MetaLine>
      <MetaLine>
        <span className={keyStyles.networks}>
          {networks === ''
            ? t('security.apiKeys.fromAnywhere')
            : t('security.apiKeys.onlyFrom', { networks })}
        </span>
      </MetaLine>
    </>
  );
}

/** A network of one address is shown as that address. */
function shortNetwork(network: string): string {
  return network.replace(network.includes(':') ? /\/128$/ : /\/32$/, '');
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
