import { Combobox } from '@base-ui/react/combobox';
import type { Wallet } from '@mercury/contract/api/wallets.ts';
import { limits } from '@mercury/contract/limits.ts';
import { type AssetCode, assetOf } from '@mercury/contract/money/asset.ts';
import { Check, ChevronDown, Search, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CoinMark } from '../../domain/coin-mark.tsx';
import { plainText } from '../../domain/plain-text.ts';
import { ChangeText, PriceText } from '../../domain/price-text.tsx';
import { assetName } from '../../i18n/coin-name.ts';
import { formatCount } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { useBackGuard } from '../../ui/back-guard.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Money } from '../../ui/money.tsx';
import { type AssetQuote, useAssetQuotes } from '../../domain/asset-quotes.ts';
import styles from './coin-picker.module.css';

interface CoinPickerProps {
  label: string;
  asset: AssetCode;
  choices: readonly AssetCode[];
  wallets: readonly Wallet[];
  onChange: (asset: AssetCode) => void;
}

/** A currency chosen by its name, what the person has of it, its price and change. On phones the list is a sheet. */
export function CoinPicker({ label, asset, choices, wallets, onChange }: CoinPickerProps) {
  const { t } = useTranslation();
  const quoteOf = useAssetQuotes();
  const [isOpen, setIsOpen] = useState(false);
  // On a phone it covers the page, so Back closes it.
  useBackGuard(isOpen, () => setIsOpen(false));
  return (
    <Combobox.Root<AssetCode>
      items={choices}
      value={asset}
      onValueChange={(chosen) => {
        if (chosen !== null) onChange(chosen);
      }}
      itemToStringLabel={(code) => assetName(t, code)}
      filter={(code, query) => isFound([assetName(t, code), assetOf(code).name, code], query)}
      open={isOpen}
      onOpenChange={setIsOpen}
      autoHighlight
    >
      <Combobox.Trigger className={styles.trigger} aria-label={label}>
        <CoinMark asset={asset} size={24} />
        {asset}
        <ChevronDown size={16} aria-hidden="true" className={styles.arrow} />
      </Combobox.Trigger>
      <Combobox.Portal>
        <Combobox.Backdrop className={styles.backdrop} />
        <Combobox.Positioner
          className={styles.positioner}
          positionMethod="fixed"
          align="end"
          sideOffset={8}
          collisionPadding={8}
        >
          <Combobox.Popup className={styles.popup} aria-label={label}>
            <SearchBox onClose={() => setIsOpen(false)} />
            <Combobox.List className={styles.list} aria-label={label}>
              {(code: AssetCode) => (
                <Choice
                  key={code}
                  asset={code}
                  held={wallets.find(({ currency }) => currency === code)?.availableBalance ?? '0'}
                  quote={quoteOf(code)}
                />
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}

function isFound(names: readonly string[], query: string): boolean {
  const wanted = plainText(query.trim());
  return names.some((name) => plainText(name).includes(wanted));
}

function SearchBox({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <>
      <div className={styles.head}>
        <Search size={18} aria-hidden="true" className={styles.magnifier} />
        <Combobox.Input
          className={styles.search}
          aria-label={t('markets.search')}
          placeholder={t('markets.search')}
          maxLength={limits.searchLengthMax}
          enterKeyHint="go"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          dir="auto"
        />
        <IconButton label={t('ui.close')} className={styles.close} onClick={onClose}>
          <X size={20} aria-hidden="true" />
        </IconButton>
      </div>
      <FoundCount />
      <Combobox.Empty className={styles.empty}>
        <p className={styles.emptyTitle}>{t('markets.nothingFoundTitle')}</p>
        <p>{t('markets.nothingFoundText')}</p>
      </Combobox.Empty>
    </>
  );
}

/** For screen readers: others see it. Nothing found is told by the empty state. */
function FoundCount() {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const count = Combobox.useFilteredItems<AssetCode>().length;
  return (
    <Combobox.Status className="visually-hidden">
      {count > 0 && t('markets.count', { count, shownCount: formatCount(count, formatTag) })}
    </Combobox.Status>
  );
}

interface ChoiceProps {
  asset: AssetCode;
  /** What the person can spend of it. */
  held: string;
  quote: AssetQuote | undefined;
}

function Choice({ asset, held, quote }: ChoiceProps) {
  const { t } = useTranslation();
  return (
    <Combobox.Item value={asset} className={styles.choice} data-testid="coin-choice">
      <CoinMark asset={asset} size={32} />
      <span className={styles.about}>
        <span className={styles.line}>
          <span className={styles.name}>
            <bdi>{assetName(t, asset)}</bdi> <span className={styles.code}>{asset}</span>
          </span>{' '}
          {quote && (
            <span className={styles.end}>
              <PriceText price={quote.price} />
            </span>
          )}
        </span>{' '}
        <span className={styles.line} data-line="money">
          <Money amount={held} asset={asset} />{' '}
          {quote && (
            <span className={styles.end}>
              {quote.isFixedPrice ? t('markets.fixedPrice') : <ChangeText percent={quote.change24h} />}
            </span>
          )}
        </span>
      </span>
      <span className={styles.check}>
        <Combobox.ItemIndicator>
          <Check size={16} aria-hidden="true" />
        </Combobox.ItemIndicator>
      </span>
    </Combobox.Item>
  );
}
