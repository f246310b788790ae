import { CircleAlert } from 'lucide-react';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
} from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../i18n/formats.ts';
import { useFormatTag } from '../i18n/use-locale.ts';
import styles from './code-boxes.module.css';
import { type CodeCharacters, isCodeFull, keptCharacter, pastedCode, withCharacter } from './code-entry.ts';

export interface CodeBoxesHandle {
  /** At once, or as soon as the boxes are enabled. */
  focusFirst: () => void;
}

interface CodeBoxesProps {
  label: string;
  value: CodeCharacters;
  onChange: (value: CodeCharacters) => void;
  /** A sentence in the reader's language. If it is set, the boxes are marked as invalid. */
  error?: string | undefined;
  isDisabled?: boolean;
  ref?: Ref<CodeBoxesHandle>;
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** A disabled box can't take the focus. It gets it as soon as it can. */
function useBoxFocus(ref: Ref<CodeBoxesHandle> | undefined, isDisabled: boolean) {
  const boxes = useRef<(HTMLInputElement | null)[]>([]);
  const isFocusOwed = useRef(false);
  useImperativeHandle(
    ref,
    () => ({
      focusFirst: () => {
        isFocusOwed.current = boxes.current[0]?.disabled === true;
        boxes.current[0]?.focus();
      },
    }),
    [],
  );
  useEffect(() => {
    if (isDisabled || !isFocusOwed.current) return;
    isFocusOwed.current = false;
    boxes.current[0]?.focus();
  }, [isDisabled]);
  return { boxes, focusBox: (index: number) => boxes.current[index]?.focus() };
}

export function CodeBoxes(props: CodeBoxesProps) {
  const { label, value, onChange, error, isDisabled = false, ref } = props;
  const errorId = useId();
  const description = error === undefined ? undefined : errorId;
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const { boxes, focusBox } = useBoxFocus(ref, isDisabled);
  function handleTyped(index: number, typed: string) {
    // A phone offers the mailed code above its keyboard, and types all of it into one box.
    const whole = typed.length > 2 ? pastedCode(typed) : null;
    if (whole) return fill(whole);
    const character = keptCharacter(typed);
    if (character === null) return;
    onChange(withCharacter(value, index, character));
    if (character !== '') focusBox(index + 1);
  }

  function fill(characters: CodeCharacters) {
    onChange(characters);
    const firstEmpty = characters.indexOf('');
    focusBox(isCodeFull(characters) ? characters.length - 1 : firstEmpty);
  }

  function handleKey(index: number, event: KeyboardEvent) {
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      focusBox(index + step);
    } else if (event.key === 'Backspace' && value[index] === '') {
      event.preventDefault();
      focusBox(index - 1);
    }
  }

  function handlePaste(event: ClipboardEvent) {
    event.preventDefault();
    const pasted = pastedCode(event.clipboardData.getData('text'));
    if (pasted) fill(pasted);
  }

  return (
    <WithError id={errorId} error={error}>
      <div role="group" aria-label={label} aria-describedby={description} dir="ltr" className={styles.boxes}>
        {value.map((character, index) => (
          <input
            // A box is identified by its place in the code.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            ref={(box) => {
              boxes.current[index] = box;
            }}
            className={styles.box}
            value={character}
            aria-label={t('ui.codeBox', {
              position: formatCount(index + 1, formatTag),
              total: formatCount(value.length, formatTag),
            })}
            aria-invalid={error !== undefined || undefined}
            // The first box has the focus after a refusal. With the error on each box, a screen reader would read it six times.
            aria-describedby={index === 0 ? description : undefined}
            disabled={isDisabled}
            autoComplete={index === 0 ? 'one-time-code' : 'off'}
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            inputMode="text"
            onChange={(event) => handleTyped(index, event.target.value)}
            onKeyDown={(event) => handleKey(index, event)}
            onPaste={handlePaste}
            onFocus={(event) => event.target.select()}
          />
        ))}
      </div>
    </WithError>
  );
}

/** Shows the error below the boxes, as under any field. */
function WithError({ id, error, children }: { id: string; error: string | undefined; children: ReactNode }) {
  return (
    <div className={styles.field}>
      {children}
      {error !== undefined && (
        <p className={styles.error} id={id}>
          <CircleAlert size={15} aria-hidden="true" />
          {error}
        </p>
      )}
    </div>
  );
}
