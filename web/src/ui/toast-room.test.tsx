import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { nextFrames } from '../test/clock.ts';
import { expectToast } from '../test/fields.ts';
import { renderApp } from '../test/render-app.tsx';
import { Button } from './button.tsx';
import { Modal } from './modal.tsx';
import { Notice } from './notice.tsx';
import { TextField } from './text-field.tsx';
import { toast } from './toast.ts';

const usual = { width: window.innerWidth, height: window.innerHeight };
beforeEach(() => document.documentElement.style.setProperty('--duration-base', '0s'));
afterEach(async () => {
  document.documentElement.style.removeProperty('--duration-base');
  await page.viewport(usual.width, usual.height);
});

interface SampleProps {
  size: 'sm' | 'lg';
  fieldCount: number;
}

/** A dialog that has just been refused. */
function Refused({ size, fieldCount }: SampleProps) {
  const fields = Array.from({ length: fieldCount }, (_, index) => `Field ${index + 1}`);
  return (
    <Modal isOpen onClose={() => undefined} size={size} title="Refused">
      <Notice tone="failed">It could not be sent.</Notice>
      {fields.map((label) => (
        <TextField key={label} label={label} error="This is wrong." />
      ))}
      <Button isFullWidth>Send</Button>
      <Button variant="ghost" isFullWidth>
        Back
      </Button>
    </Modal>
  );
}

const popup = () => page.getByRole('dialog', { name: 'Refused' }).element();

/** What of an element is on screen, and not scrolled out of the dialog. */
function seen(element: Element): DOMRect {
  const { top, bottom } = popup().parentElement?.getBoundingClientRect() ?? new DOMRect();
  const box = element.getBoundingClientRect();
  const upper = Math.max(box.top, top);
  return new DOMRect(box.left, upper, box.width, Math.max(0, Math.min(box.bottom, bottom) - upper));
}

function meets(one: DOMRect, other: DOMRect): boolean {
  const isSeen = one.height > 0 && other.height > 0;
  return (
    isSeen &&
    one.left < other.right &&
    other.left < one.right &&
    one.top < other.bottom &&
    other.top < one.bottom
  );
}

/** What of the dialog is below a toast. */
function covered(): string[] {
  const toasts = [...document.querySelectorAll('[data-kind]')].map((told) => told.getBoundingClientRect());
  return [...popup().querySelectorAll('button, input, [role="alert"], [aria-live]')]
    .filter((element) => toasts.some((told) => meets(seen(element), told)))
    .map((element) => element.textContent || element.tagName);
}

async function settle(): Promise<void> {
  await expect.poll(() => popup().getAnimations({ subtree: true }).length).toBe(0);
}

it.each([
  { width: 360, height: 740, locale: 'en' },
  { width: 360, height: 740, locale: 'fa' },
  { width: 700, height: 740, locale: 'en' },
  { width: 1280, height: 800, locale: 'en' },
  { width: 1280, height: 800, locale: 'fa' },
] as const)(
  'toasts cover nothing of a dialog at $width px, in $locale',
  async ({ width, height, locale }) => {
    await page.viewport(width, height);
    for (const size of ['sm', 'lg'] as const) {
      for (const fieldCount of [1, 5, 6, 12]) {
        const { unmount } = await renderApp(<Refused size={size} fieldCount={fieldCount} />, { locale });
        await settle();
        const send = page.getByRole('button', { name: 'Send' }).element();
        const heightBefore = seen(send).height;
        toast.error('Refused', { id: 'one', description: 'It could not be sent.' });
        toast.info('Told', { id: 'two' });
        await expect.poll(() => document.querySelectorAll('[data-kind]').length).toBe(2);
        await nextFrames();
        await expect.poll(covered).toEqual([]);
        // Nor do they push the action out of sight.
        expect(seen(send).height).toBe(heightBefore);
        toast.dismiss('one');
        toast.dismiss('two');
        await expect.poll(() => document.querySelectorAll('[data-kind]').length).toBe(0);
        await unmount();
      }
    }
  },
);

it('what a phone’s sheet shows stays where it is while a toast comes and goes', async () => {
  await page.viewport(360, 740);
  await renderApp(<Refused size="sm" fieldCount={12} />);
  await settle();
  popup().parentElement?.scrollTo({ top: 200 });
  const send = page.getByRole('button', { name: 'Send' }).element();
  const before = send.getBoundingClientRect().top;
  const id = toast.error('Refused');
  await expectToast('Refused');
  await nextFrames();
  expect(getComputedStyle(document.documentElement).getPropertyValue('--toast-room-above')).not.toBe('0px');
  expect(send.getBoundingClientRect().top).toBeCloseTo(before, 0);
  toast.dismiss(id);
  await expect.poll(() => document.querySelectorAll('[data-kind]').length).toBe(0);
  await nextFrames();
  expect(send.getBoundingClientRect().top).toBeCloseTo(before, 0);
});
