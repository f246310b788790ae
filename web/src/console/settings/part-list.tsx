import { partsOf, textOfParts, type SettingPart } from '@mercury/contract/console/setting-values.ts';
import type { ValidationKey } from '@mercury/contract/validation.ts';
import { X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFieldError } from '../../i18n/use-field-error.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { NativeSelectField } from '../../ui/native-select-field.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import styles from './settings.module.css';

interface PartListProps {
  label: string;
  /** Such as `BTC=0.1,USDT=3`. */
  text: string;
  onChange: (text: string) => void;
  /** Each once at most. */
  choices: readonly { value: string; label: string }[];
  choiceLabel: string;
  /** Of the whole, after somebody pressed. */
  error: string | undefined;
  problemOf: (part: SettingPart) => ValidationKey | undefined;
  children: (
    part: SettingPart,
    field: { error: string | undefined; onChange: (value: string) => void },
  ) => ReactNode;
}

/** A list by currency or network, a line for each. */
export function PartList(props: PartListProps) {
  const { label, text, onChange, choices, choiceLabel, error, problemOf, children } = props;
  const { t } = useTranslation('console');
  const fieldError = useFieldError();
  const [parts, setParts] = useState<readonly SettingPart[]>(() => partsOf(text));
  const change = (next: readonly SettingPart[]) => {
    setParts(next);
    onChange(textOfParts(next));
  };
  const replace = (index: number, part: SettingPart) => change(parts.with(index, part));
  const isTaken = (name: string) => parts.some((part) => part.name === name);
  const free = choices.find(({ value }) => !isTaken(value));
  const problems = parts.map(problemOf);
  const problemAt = (index: number) => {
    const key = error === undefined ? undefined : problems[index];
    return key === undefined ? undefined : fieldError({ message: key });
  };
  return (
    <fieldset className={styles.parts}>
      <legend>{label}</legend>
      {parts.map((part, index) => (
        <div key={part.name} className={styles.part} data-testid="setting-part">
          <NativeSelectField
            label={choiceLabel}
            value={part.name}
            choices={choices.filter(({ value }) => value === part.name || !isTaken(value))}
            onChange={(name) => replace(index, { ...part, name })}
          />
          {children(part, {
            error: problemAt(index),
            onChange: (value) => replace(index, { ...part, value }),
          })}
          <IconButton
            label={t('settings.removePart', { name: part.name })}
            onClick={() => change(parts.filter((each) => each !== part))}
          >
            <X size={18} aria-hidden="true" />
          </IconButton>
        </div>
      ))}
      {parts.length === 0 && <p className={styles.quiet}>{t('settings.none')}</p>}
      {error !== undefined && problems.every((problem) => problem === undefined) && (
        <ProblemLine>{error}</ProblemLine>
      )}
      {free && (
        <Button
          variant="secondary"
          size="small"
          onClick={() => change([...parts, { name: free.value, value: '' }])}
        >
          {t('settings.addPart')}
        </Button>
      )}
    </fieldset>
  );
}
