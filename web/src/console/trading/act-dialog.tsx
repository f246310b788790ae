import { haltTrading, resumeTrading, trustPrice } from '@mercury/contract/console/trading.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { askAgain } from '../../api/query-client.ts';
import { formatPrice } from '../../domain/prices.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { toast } from '../../ui/toast.ts';
import { callWithProof } from '../api/proof.ts';
import { useConsoleCommand } from '../api/use-console-command.ts';
import { ReasonDialog } from '../reason-dialog.tsx';
import { tradingKey } from './queries.ts';

/** What takes one person, and happens at once. Without a currency: all trading. */
export type TradingAct =
  | { kind: 'halt' | 'resume'; currency: AssetCode | null }
  | { kind: 'trust'; currency: AssetCode; from: string | null; to: string };

interface ActDialogProps {
  act: TradingAct;
  isOpen: boolean;
  onClose: () => void;
}

export function ActDialog({ act, isOpen, onClose }: ActDialogProps) {
  const { t } = useTranslation('console');
  const client = useQueryClient();
  const words = wordsOf(act, t, useFormatTag());
  const command = useConsoleCommand({
    mutationFn: (reason: string) => send(act, reason),
    onSuccess: () => {
      toast.success(words.done);
      onClose();
    },
    // Refused too: somebody else was faster, and the page shows what is so now.
    onSettled: () => askAgain(client, tradingKey),
  });
  return (
    <ReasonDialog
      isOpen={isOpen}
      onClose={onClose}
      title={words.title}
      text={words.text}
      confirmLabel={words.confirm}
      command={command}
    />
  );
}

function send(act: TradingAct, reason: string): Promise<unknown> {
  switch (act.kind) {
    case 'halt':
      return callWithProof(haltTrading, { body: { currency: act.currency, reason } });
    case 'resume':
      return callWithProof(resumeTrading, { body: { currency: act.currency, reason } });
    case 'trust':
      return callWithProof(trustPrice, {
        params: { currency: act.currency },
        body: { usd: act.to, reason },
      });
    default:
      return act satisfies never;
  }
}

function wordsOf(act: TradingAct, t: TFunction<'console'>, formatTag: string) {
  const priceOf = (usd: string | null) => (usd === null ? t('trading.noPrice') : formatPrice(usd, formatTag));
  const currency = act.currency ?? '';
  const isAll = act.currency === null;
  switch (act.kind) {
    case 'halt':
      return {
        title: isAll ? t('trading.acts.haltAllTitle') : t('trading.acts.haltTitle', { currency }),
        text: t(isAll ? 'trading.acts.haltAllText' : 'trading.acts.haltText'),
        confirm: t('trading.halt'),
        done: t('trading.acts.halted'),
      };
    case 'resume':
      return {
        title: isAll ? t('trading.acts.resumeAllTitle') : t('trading.acts.resumeTitle', { currency }),
        text: t(isAll ? 'trading.acts.resumeAllText' : 'trading.acts.resumeText'),
        confirm: t('trading.resume'),
        done: t('trading.acts.resumed'),
      };
    case 'trust':
      return {
        title: t('trading.acts.trustTitle', { currency }),
        text: t('trading.acts.trustText', {
          from: `\u2066${priceOf(act.from)}\u2069`,
          to: `\u2066${priceOf(act.to)}\u2069`,
        }),
        confirm: t('trading.trust'),
        done: t('trading.acts.trusted'),
      };
    default:
      return act satisfies never;
  }
}
