import {
  type ClipboardEvent,
  type KeyboardEvent,
  type Ref,
  useEffect,
  useImperativeHandle,
  useRef,
} from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../i18n/formats.ts';
import { useFormatTag } from '../i18n/use-locale.ts';
import { type CodeCharacters, isCodeFull, keptCharacter, pastedCode, withCharacter } from './code-entry.ts';
import styles from './code-field.module.css';

export interface CodeBoxesHandle {
  /** The first empty box, or the last: at once, or as soon as the boxes are enabled. */
  focus: () => void;
}

interface CodeBoxesProps {
  /** Of the first box. */
  id: string;
  label: string;
  value: CodeCharacters;
  onChange: (value: CodeCharacters) => void;
  description: string | undefined;
  isInvalid: boolean;
  isDisabled?: boolean;
  /** The code has digits only: phones offer those. */
  isNumeric?: boolean;
  ref?: Ref<CodeBoxesHandle> | undefined;
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** The box to go on with. */
function nextBox(value: CodeCharacters): number {
  return isCodeFull(value) ? value.length - 1 : value.indexOf('');
}

/** A disabled box can't take the focus. It gets it as soon as it can. */
function useBoxFocus({ ref, value, isDisabled = false }: CodeBoxesProps) {
  const boxes = useRef<(HTMLInputElement | null)[]>([]);
  const isFocusOwed = useRef(false);
  const next = nextBox(value);
  useImperativeHandle(
    ref,
    () => ({
      focus: () => {
        isFocusOwed.current = boxes.current[next]?.disabled === true;
        boxes.current[next]?.focus();
      },
    }),
    [next],
  );
  useEffect(() => {
    if (isDisabled || !isFocusOwed.current) return;
    isFocusOwed.current = false;
    boxes.current[next]?.focus();
  }, [isDisabled, next]);
  return { boxes, focusBox: (index: number) => boxes.current[index]?.focus() };
}

/** Six inputs of one character each. */
export function CodeBoxes(props: CodeBoxesProps) {
  const { id, label, value, onChange, description, isInvalid, isDisabled = false, isNumeric = false } = props;
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const { boxes, focusBox } = useBoxFocus(props);

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
    focusBox(nextBox(characters));
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
    <div role="group" aria-label={label} aria-describedby={description} dir="ltr" className={styles.boxes}>
      {value.map((character, index) => (
        <input
          // A box is identified by its place in the code.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          id={index === 0 ? id : undefined}
          ref={(box) => {
            boxes.current[index] = box;
          }}
          className={styles.box}
          value={character}
          aria-label={t('ui.codeBox', {
            position: formatCount(index + 1, formatTag),
            total: formatCount(value.length, formatTag),
          })}
          aria-invalid={isInvalid || undefined}
          // Of the box that has the focus after a refusal. On each box, a screen reader would read the error six times.
          aria-describedby={index === nextBox(value) ? description : undefined}
          disabled={isDisabled}
          autoComplete={index === 0 ? 'one-time-code' : 'off'}
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          inputMode={isNumeric ? 'numeric' : 'text'}
          onChange={(event) => handleTyped(index, event.target.value)}
          onKeyDown={(event) => handleKey(index, event)}
          onPaste={handlePaste}
          onFocus={(event) => event.target.select()}
        />
      ))}
    </div>
  );
}
