import { limits } from '@mercury/contract/limits.ts';
import {
  type ChangeEvent,
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  type Ref,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { pastedDigits } from './code-entry.ts';
import styles from './code-field.module.css';

export interface DigitsInputProps {
  id: string;
  value: string;
  onChange: (digits: string) => void;
  description: string | undefined;
  isInvalid: boolean;
  isDisabled?: boolean;
  /** While the code is checked: it keeps the focus. */
  isLocked?: boolean;
  name?: string;
  onBlur?: () => void;
  ref?: Ref<HTMLInputElement> | undefined;
}

const boxCount = limits.twoFactorCodeLength;
const places = Array.from({ length: boxCount }, (_, index) => index);
const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** Selects the digit at this place, so that typing replaces it as in a box of its own. After the last digit, the next one comes. */
function selectPlace(input: HTMLInputElement, index: number): void {
  const start = Math.max(0, Math.min(index, input.value.length));
  input.setSelectionRange(start, Math.min(start + 1, input.value.length));
}

function selectPressed({ currentTarget: input, clientX }: MouseEvent<HTMLInputElement>): void {
  const { left, width } = input.getBoundingClientRect();
  selectPlace(input, Math.floor(((clientX - left) / width) * boxCount));
}

function placeOf(input: HTMLInputElement): number {
  return Math.min(input.selectionStart ?? input.value.length, boxCount - 1);
}

/** Which of the drawn boxes have the focus. */
function useSelection() {
  const [selection, setSelection] = useState<{ start: number; end: number } | null>(null);
  function follow(input: HTMLInputElement) {
    const start = placeOf(input);
    const end = Math.max(start + 1, input.selectionEnd ?? start);
    setSelection((last) => (last?.start === start && last.end === end ? last : { start, end }));
  }
  const isActive = (index: number) => selection !== null && index >= selection.start && index < selection.end;
  return { follow, isActive, leave: () => setSelection(null) };
}

/** One input over six drawn boxes. It behaves as the boxes of the mailed code do. */
export function DigitsInput(props: DigitsInputProps) {
  const { ref, value, onChange, isInvalid, isDisabled = false, isLocked = false } = props;
  const { follow, isActive, leave } = useSelection();

  function handleChange({ currentTarget: input }: ChangeEvent<HTMLInputElement>) {
    const place = pastedDigits(input.value.slice(0, input.selectionStart ?? undefined)).length;
    // The browser sets the caret to the end where the shown text differs from the typed one. Here it is set after that.
    flushSync(() => onChange(pastedDigits(input.value)));
    selectPlace(input, place);
    follow(input);
  }

  function handleKey(event: KeyboardEvent<HTMLInputElement>) {
    const { currentTarget: input, key, shiftKey } = event;
    const step = shiftKey ? undefined : steps[key];
    const isAtEmptyBox = input.selectionStart === value.length && value.length < boxCount;
    if (step !== undefined) {
      event.preventDefault();
      selectPlace(input, Math.min(placeOf(input) + step, boxCount - 1));
    } else if (key === 'Backspace' && isAtEmptyBox) {
      event.preventDefault();
      selectPlace(input, value.length - 1);
    }
  }

  function handlePaste(event: ClipboardEvent<HTMLInputElement>) {
    event.preventDefault();
    const digits = pastedDigits(event.clipboardData.getData('text'));
    if (digits === '' || isLocked) return;
    const { currentTarget: input } = event;
    flushSync(() => onChange(digits));
    selectPlace(input, digits.length);
  }

  return (
    <div className={styles.drawn} dir="ltr">
      <input
        id={props.id}
        ref={ref}
        name={props.name}
        className={styles.input}
        value={value}
        aria-invalid={isInvalid || undefined}
        aria-describedby={props.description}
        disabled={isDisabled}
        readOnly={isLocked}
        // No maxLength: a browser would cut pasted text before its digits are found.
        size={boxCount}
        autoComplete="one-time-code"
        inputMode="numeric"
        autoCorrect="off"
        spellCheck={false}
        onBeforeInput={(event) => {
          // To some browsers Enter is a character here. It sends the form.
          if (!/[\r\n]/.test(event.data) && pastedDigits(event.data) === '') event.preventDefault();
        }}
        onChange={handleChange}
        onKeyDown={handleKey}
        onPaste={handlePaste}
        onClick={selectPressed}
        // A dialog that gives the focus selects nothing.
        onFocus={(event) => follow(event.currentTarget)}
        onSelect={(event) => follow(event.currentTarget)}
        onBlur={() => {
          leave();
          props.onBlur?.();
        }}
      />
      <DrawnBoxes
        value={value}
        isActive={isActive}
        isInvalid={isInvalid}
        isDisabled={isDisabled || isLocked}
      />
    </div>
  );
}

interface DrawnBoxesProps {
  value: string;
  isActive: (index: number) => boolean;
  isInvalid: boolean;
  isDisabled: boolean;
}

function DrawnBoxes({ value, isActive, isInvalid, isDisabled }: DrawnBoxesProps) {
  return (
    <div className={styles.boxes} aria-hidden="true">
      {places.map((index) => (
        <span
          key={index}
          className={styles.box}
          data-focused={isActive(index) || undefined}
          data-invalid={isInvalid || undefined}
          data-disabled={isDisabled || undefined}
        >
          {value.charAt(index)}
        </span>
      ))}
    </div>
  );
}
