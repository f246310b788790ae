import { tradeTypes } from '@mercury/contract/api/trade.ts';
import type { Wallet } from '@mercury/contract/api/wallets.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Tabs } from '../../ui/tabs.tsx';
import type { AddMoney } from './add-money.tsx';
import { type Draft, draftOf, emptyDraft, type Typed } from './draft.ts';
import { completePair, type Pair, readWantedPair, withType, writePair } from './pair.ts';
import { typeKeys } from './trade-words.ts';
import { TradeForm } from './trade-form.tsx';

interface TradePanelProps {
  wallets: readonly Wallet[];
  onAddMoney: AddMoney;
}

/** The pair is part of the address, so that a page is reloaded, passed on and led to as it is. */
export function TradePanel({ wallets, onAddMoney }: TradePanelProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const held = wallets
    .filter(({ availableBalance }) => /[1-9]/.test(availableBalance))
    .map(({ currency }) => currency);
  const pair = completePair(readWantedPair(search), held);
  const [typed, setTyped] = useState<Typed>({ draft: emptyDraft, asset: pair.from });

  function show(next: Pair) {
    setSearch(writePair(next), { replace: true, preventScrollReset: true });
  }

  function type(draft: Draft) {
    setTyped({ draft, asset: pair[draft.side] });
    // Named from now on: what stands where nobody chose follows from balances, which this trade will change.
    if (search.get('from') !== pair.from || search.get('to') !== pair.to) show(pair);
  }

  return (
    <Tabs
      label={t('trade.tabs')}
      tabs={tradeTypes.map((type) => ({ value: type, label: t(`trade.type.${typeKeys[type]}`) }))}
      value={pair.type}
      onChange={(next) => show(withType(pair, next, held))}
    >
      <TradeForm
        pair={pair}
        draft={draftOf(typed, pair)}
        wallets={wallets}
        held={held}
        onPairChange={show}
        onDraftChange={type}
        onAddMoney={onAddMoney}
      />
    </Tabs>
  );
}
