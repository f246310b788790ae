import { decimalsOutside, type AssetCode } from '@mercury/contract/money/asset.ts';
import type { TFunction } from 'i18next';
import { type ReactNode, type Ref, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../i18n/formats.ts';
import { useFormatTag } from '../i18n/use-locale.ts';
import styles from './amount-field.module.css';
import type { FieldTexts } from './field.tsx';
import { changeKeepingCaret, setKeepingCaret } from './keep-caret.ts';
import { TextField } from './text-field.tsx';
import {
  decimalSeparatorOf,
  isTooFine,
  readTypedAmount,
  rewriteTypedAmount,
  writeTypedAmount,
} from './typed-amount.ts';

interface AmountFieldProps extends FieldTexts {
  asset: AssetCode;
  /** A plain decimal as the API takes it, or empty. */
  amount: string;
  onAmountChange: (amount: string) => void;
  /** If more decimals can be typed than an amount of the asset has, such as in a price in US dollars. */
  decimalsMax?: number;
  onBlur?: () => void;
  /** What an empty field means, if that is not nothing. */
  placeholder?: string;
  isDisabled?: boolean;
  /** In the place of the currency's code: a button that shows the code and changes it. */
  unit?: ReactNode;
  /** After the currency: a button that fills the field. */
  action?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

/**
 * Takes an amount in any digits, shows it in the person's own, and reports a plain decimal. A key has no effect if no number contains it, or if it
 * would make the amount too precise for the asset, which the field then says. A separator is never dropped: an ambiguous text stays in the field and counts
 * as no amount.
 */
export function AmountField({
  asset,
  amount,
  onAmountChange,
  decimalsMax = decimalsOutside(asset),
  isDisabled = false,
  placeholder,
  unit,
  action,
  error,
  ...rest
}: AmountFieldProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const [typed, setTyped] = useState({ text: '', asset });
  /** What stood there when a key or paste was refused for its decimals. */
  const [refusedAt, setRefusedAt] = useState<string>();
  const rules = { decimalsMax, decimalSeparator: decimalSeparatorOf(formatTag) };
  // The typed text stays ("7." on its way to "7.5") while it means the present amount. Otherwise another amount was set from
  // outside.
  const isTyped = typed.asset === asset && (readTypedAmount(typed.text, rules) ?? '') === amount;
  const shown = isTyped ? typed.text : writeTypedAmount(amount, formatTag);
  const isFiner = refusedAt === shown || (isTyped && isTooFine(shown, rules));

  return (
    <TextField
      {...rest}
      error={error ?? (isFiner ? decimalsText(decimalsMax, t, formatTag) : undefined)}
      value={shown}
      onChange={(event) => {
        const text = changeKeepingCaret(event, (keys) => rewriteTypedAmount(keys, formatTag));
        const read = readTypedAmount(text, rules);
        const added = text.length - shown.length;
        // Deleting always works, whatever is left.
        if (read === undefined && added > 0) {
          setRefusedAt(isTooFine(text, rules) ? shown : undefined);
          setKeepingCaret(event.target, shown, (event.target.selectionStart ?? text.length) - added);
          return;
        }
        setRefusedAt(undefined);
        setTyped({ text, asset });
        onAmountChange(read ?? '');
      }}
      disabled={isDisabled}
      inputMode="decimal"
      autoComplete="off"
      dir="ltr"
      placeholder={placeholder ?? writeTypedAmount('0', formatTag)}
      trailing={
        <span className={styles.trailing}>
          {unit ?? <span className={styles.unit}>{asset}</span>}
          {action}
        </span>
      }
    />
  );
}

function decimalsText(decimalsMax: number, t: TFunction, formatTag: string): string {
  if (decimalsMax === 0) return t('ui.wholeOnly');
  return t('ui.decimalsMost', { count: decimalsMax, decimals: formatCount(decimalsMax, formatTag) });
}
