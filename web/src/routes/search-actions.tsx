import { activeCodes, type AssetCode } from '@mercury/contract/money/asset.ts';
import { useQuery } from '@tanstack/react-query';
import {
  ArrowDownLeft,
  ArrowLeftRight,
  ArrowUpRight,
  HandCoins,
  LogOut,
  type LucideIcon,
  Plus,
  Send,
  Wallet,
} from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { CoinMark } from '../domain/coin-mark.tsx';
import { configQuery } from '../domain/config-query.ts';
import { type DialogAddress, dialogInPlace, dialogPath } from '../domain/dialog-address.ts';
import type { SearchEntry } from '../features/search/search-entry.ts';
import { isInsideApp } from '../features/shell/navigation.ts';
import { assetName } from '../i18n/coin-name.ts';
import { useSignOut } from '../identity/session/use-sign-out.ts';
import { paths } from '../paths.ts';
import { asIcon } from './search-entries.tsx';
import type { SearchControls } from './search-host.tsx';

/** Opens above the page that the person is on; from a public page, above Home. */
export function useMoneyDialog({ goTo }: Pick<SearchControls, 'goTo'>) {
  const location = useLocation();
  return useCallback(
    (dialog: DialogAddress) => {
      if (!isInsideApp(location.pathname, false)) return goTo(dialogPath(paths.dashboard, dialog));
      // One step: what opens after a step back would begin at an entry that is left.
      const { path, state } = dialogInPlace(location, dialog);
      goTo(path, state);
    },
    [goTo, location],
  );
}

/** What a person can do from anywhere. What the operator's rail can't do is left out. */
export function useActionEntries(search: SearchControls) {
  return {
    money: useMoneyEntries(search),
    trades: useTradeEntries(search),
    signOut: useSignOutEntry(search),
  };
}

interface MoneyAction {
  dialog: DialogAddress;
  title: string;
  Icon: LucideIcon;
  isOffered?: boolean | undefined;
  isDirected?: boolean;
  words?: readonly string[];
}

function useMoneyEntries(search: SearchControls): readonly SearchEntry[] {
  const { t } = useTranslation();
  const { data: config } = useQuery(configQuery);
  const openDialog = useMoneyDialog(search);
  return useMemo(() => {
    const canDeposit = config?.assets.some((asset) => asset.canDeposit);
    const canWithdraw = config?.assets.some((asset) => asset.canWithdraw);
    const [topUp, deposit] = [t('wallet.topUp'), t('wallet.deposit')];
    const [withdraw, transfer] = [t('wallet.withdraw'), t('wallet.transfer')];
    // Some languages name the deed otherwise than the button: people look for either.
    const [topUpName, depositName] = [t('topup.title'), t('deposit.title')];
    const [withdrawName, transferName] = [t('withdraw.title'), t('transfer.title')];
    const actions: readonly MoneyAction[] = [
      {
        dialog: { kind: 'add-money' },
        title: t('search.actions.addMoney'),
        Icon: Plus,
        words: [topUp, topUpName, deposit, depositName],
      },
      {
        dialog: { kind: 'send' },
        title: t('search.actions.send'),
        Icon: Send,
        isDirected: true,
        words: [transfer, transferName, withdraw, withdrawName],
      },
      { dialog: { kind: 'request' }, title: t('search.actions.request'), Icon: HandCoins },
      {
        dialog: { kind: 'top-up' },
        title: topUp,
        words: [topUpName],
        Icon: Wallet,
        isOffered: config?.rail.canTopUp,
      },
      {
        dialog: { kind: 'deposit' },
        title: deposit,
        words: [depositName],
        Icon: ArrowDownLeft,
        isDirected: true,
        isOffered: canDeposit,
      },
      {
        dialog: { kind: 'withdraw' },
        title: withdraw,
        words: [withdrawName],
        Icon: ArrowUpRight,
        isDirected: true,
        isOffered: canWithdraw,
      },
      { dialog: { kind: 'transfer' }, title: transfer, words: [transferName], Icon: ArrowLeftRight },
    ];
    return actions
      .filter(({ isOffered = true }) => isOffered)
      .map(({ dialog, title, Icon, isDirected = false, words = [] }) => ({
        id: `action:${dialog.kind}`,
        title,
        words,
        icon: asIcon(Icon, { isDirected }),
        onChoose: () => openDialog(dialog),
      }));
  }, [config, openDialog, t]);
}

function useTradeEntries({ goTo }: SearchControls): readonly SearchEntry[] {
  const { t } = useTranslation();
  return useMemo(() => {
    const tradeEntry = (code: AssetCode, type: 'buy' | 'sell'): SearchEntry => ({
      id: `action:${type}:${code}`,
      title: t(`search.actions.${type}`, { currency: code }),
      detail: assetName(t, code),
      words: [assetName(t, code)],
      icon: <CoinMark asset={code} size={28} />,
      onChoose: () =>
        goTo(`${paths.trade}?${type === 'buy' ? `type=BUY&to=${code}` : `type=SELL&from=${code}`}`),
    });
    const coins = activeCodes().filter((code) => code !== 'USD');
    return [
      ...coins.map((code) => tradeEntry(code, 'buy')),
      ...coins.map((code) => tradeEntry(code, 'sell')),
    ];
  }, [goTo, t]);
}

function useSignOutEntry({ run }: SearchControls): SearchEntry {
  const { t } = useTranslation();
  const signOut = useSignOut();
  return {
    id: 'action:sign-out',
    title: t('nav.logout'),
    words: [t('search.words.signOut')],
    icon: asIcon(LogOut, { isDirected: true }),
    onChoose: () => run(signOut),
  };
}
