import type { Locale } from '@mercury/contract/locales.ts';
import { useRef, useState } from 'react';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { field, paste } from '../test/fields.ts';
import { renderApp } from '../test/render-app.tsx';
import type { CodeBoxesHandle } from './code-boxes.tsx';
import { codeOf, emptyCode } from './code-entry.ts';
import { CodeField } from './code-field.tsx';

const code = () => page.getByTestId('code').element().textContent;

function Sample(props: { error?: string; isDisabled?: boolean; isNumeric?: boolean }) {
  const [value, setValue] = useState(emptyCode);
  return (
    <>
      <CodeField kind="characters" label="Verification code" value={value} onChange={setValue} {...props} />
      <output data-testid="code">{codeOf(value)}</output>
    </>
  );
}

const box = (position: number) => field(`Character ${position} of 6`);

async function renderBoxes(options: { locale?: Locale } = {}) {
  await renderApp(<Sample />, options);
  const boxes = page.getByRole('group', { name: 'Verification code' }).getByRole('textbox');
  await boxes.first().click();
  return boxes;
}

describe('typing', () => {
  it('goes on to the next box, in capitals', async () => {
    await renderBoxes();
    await userEvent.keyboard('ab12cd');
    expect(code()).toBe('AB12CD');
    await expect.element(box(6)).toHaveFocus();
  });

  it('takes letters and digits only', async () => {
    await renderBoxes();
    await userEvent.keyboard('- ж!');
    expect(code()).toBe('');
    await expect.element(box(1)).toHaveFocus();
  });

  it('of digits only has the phone offer digits', async () => {
    await renderApp(<Sample isNumeric />);
    await expect.element(box(1)).toHaveAttribute('inputmode', 'numeric');
  });

  it('over a character takes its place', async () => {
    await renderBoxes();
    await userEvent.keyboard('AB');
    await box(1).click();
    await userEvent.keyboard('X');
    expect(code()).toBe('XB');
  });

  it('takes Persian digits for what they are', async () => {
    const boxes = await renderBoxes({ locale: 'fa' });
    expect(document.documentElement.dir).toBe('rtl');
    for (const digit of ['۱', '۲', '۳', '٤', '٥', '6']) await userEvent.keyboard(digit);
    expect(code()).toBe('123456');
    await expect.element(boxes.nth(5)).toHaveFocus();
  });
});

describe('a pasted code', () => {
  it.each([
    ['ab12cd', 'AB12CD'],
    [' ab12cd\n', 'AB12CD'],
    ['ab12cdef', 'AB12CD'],
    ['۱۲۳۴۵۶', '123456'],
  ])('%j fills all boxes and ends at the last', async (pasted, filled) => {
    await renderBoxes();
    await paste(pasted);
    await expect.element(box(6)).toHaveFocus();
    expect(code()).toBe(filled);
  });

  it('that is short leaves the focus at the first empty box, and another takes its place', async () => {
    await renderBoxes();
    await paste(' ab12 ');
    await expect.element(box(5)).toHaveFocus();
    expect(code()).toBe('AB12');
    await paste('zyxw9876');
    expect(code()).toBe('ZYXW98');
  });

  it.each(['abc', 'ab12cd345', 'ab-12c', ''])('changes nothing where it is %j', async (pasted) => {
    await renderBoxes();
    await userEvent.keyboard('Z');
    await paste(pasted);
    expect(code()).toBe('Z');
  });
});

it('a phone’s suggestion fills all boxes though it is put into one', async () => {
  await renderBoxes();
  await box(1).fill('ab12cd');
  await expect.element(box(6)).toHaveFocus();
  expect(code()).toBe('AB12CD');
  await expect.element(box(1)).toHaveAttribute('autocomplete', 'one-time-code');
  await expect.element(box(2)).toHaveAttribute('autocomplete', 'off');
});

describe('keys', () => {
  it.each(['en', 'fa'] as const)('arrows walk as the boxes stand, also in %s', async (locale) => {
    const boxes = await renderBoxes({ locale });
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    await expect.element(boxes.nth(2)).toHaveFocus();
    await userEvent.keyboard('{ArrowLeft}');
    await expect.element(boxes.nth(1)).toHaveFocus();
    const [first, second] = boxes.elements().map((element) => element.getBoundingClientRect().left);
    expect(first).toBeLessThan(Number(second));
  });

  it('arrows end at the first and the last box', async () => {
    await renderBoxes();
    await userEvent.keyboard('{ArrowLeft}');
    await expect.element(box(1)).toHaveFocus();
    await box(6).click();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(box(6)).toHaveFocus();
  });

  it('backspace empties a box, and leaves an empty one backwards', async () => {
    await renderBoxes();
    await userEvent.keyboard('AB');
    await userEvent.keyboard('{Backspace}');
    await expect.element(box(2)).toHaveFocus();
    await userEvent.keyboard('{Backspace}');
    expect(code()).toBe('A');
    await expect.element(box(2)).toHaveFocus();
    await userEvent.keyboard('{Backspace}');
    await expect.element(box(1)).toHaveFocus();
    expect(code()).toBe('A');
  });
});

it('says that the code is wrong, and takes nothing while it is looked at', async () => {
  await renderApp(<Sample error="This code is wrong." isDisabled />);
  await expect
    .element(page.getByRole('group', { name: 'Verification code' }))
    .toHaveAccessibleDescription('This code is wrong.');
  await expect.element(box(1)).toHaveAccessibleDescription('This code is wrong.');
  for (const element of page.getByRole('textbox').elements()) {
    expect(element).toBeDisabled();
    expect(element).toHaveAttribute('aria-invalid', 'true');
  }
});

/** As after a code that was checked: the focus is asked for while the boxes are still disabled. */
function Checked() {
  const [isDisabled, setIsDisabled] = useState(true);
  const boxes = useRef<CodeBoxesHandle>(null);
  function end() {
    boxes.current?.focus();
    setIsDisabled(false);
  }
  return (
    <>
      <CodeField
        kind="characters"
        ref={boxes}
        label="Verification code"
        value={emptyCode}
        onChange={() => undefined}
        isDisabled={isDisabled}
      />
      <button type="button" onClick={end}>
        End
      </button>
    </>
  );
}

it('boxes that are still disabled take the focus once they are not', async () => {
  await renderApp(<Checked />);
  await page.getByRole('button', { name: 'End' }).click();
  await expect.element(box(1)).toHaveFocus();
});

describe('an authenticator app’s code', () => {
  const digits = field('Authenticator code');
  const shown = () => digits.element().nextElementSibling?.textContent;

  function Digits() {
    const [value, setValue] = useState('');
    const [isLocked, setIsLocked] = useState(false);
    return (
      <>
        <CodeField
          kind="digits"
          label="Authenticator code"
          value={value}
          onChange={setValue}
          isLocked={isLocked}
        />
        <button type="button" onClick={() => setIsLocked(true)}>
          Check
        </button>
        <output data-testid="code">{value}</output>
      </>
    );
  }

  async function renderDigits() {
    await renderApp(<Digits />);
    await digits.click();
  }

  it('is one input whose digits stand in boxes, with nothing but digits', async () => {
    await renderDigits();
    await expect.element(digits).toHaveAttribute('autocomplete', 'one-time-code');
    await expect.element(digits).toHaveAttribute('inputmode', 'numeric');
    await userEvent.keyboard('1a2-۳');
    expect(code()).toBe('123');
    expect(shown()).toBe('123');
    await userEvent.keyboard('4567');
    expect(code()).toBe('123456');
  });

  it('shows where it stands when a dialog gives it the focus', async () => {
    await renderApp(<Digits />);
    // As a dialog does: without a press, which would select something.
    const input = digits.element();
    if (input instanceof HTMLInputElement) input.focus();
    await expect
      .poll(() => input.nextElementSibling?.firstElementChild?.hasAttribute('data-focused'))
      .toBe(true);
  });

  it('keeps the first six digits of what is pasted or filled in, in place of what was there', async () => {
    await renderDigits();
    await userEvent.keyboard('9');
    await paste('۱۲۳ 456 789');
    expect(code()).toBe('123456');
    await paste('no code');
    expect(code()).toBe('123456');
    await digits.fill('654 321');
    expect(code()).toBe('654321');
  });

  it('is what it was while it is checked, whatever is pasted or typed meanwhile', async () => {
    await renderDigits();
    await userEvent.keyboard('123456');
    await page.getByRole('button', { name: 'Check' }).click();
    await digits.click();
    await paste('654321');
    await userEvent.keyboard('{Backspace}7');
    expect(code()).toBe('123456');
  });

  it('over a digit takes its place, also where the script is another', async () => {
    await renderDigits();
    await userEvent.keyboard('123456');
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}');
    await userEvent.keyboard('x۹8');
    expect(code()).toBe('129856');
    await userEvent.keyboard('{ArrowRight}7');
    expect(code()).toBe('129857');
  });

  it('backspace empties a box, and leaves an empty one backwards', async () => {
    await renderDigits();
    await userEvent.keyboard('123456{Backspace}');
    expect(code()).toBe('12345');
    await userEvent.keyboard('{Backspace}');
    expect(code()).toBe('12345');
    await userEvent.keyboard('{Backspace}');
    expect(code()).toBe('1234');
  });
});
