import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useCookieChoice } from '../../cookie-choice.ts';
import { button, expectToast } from '../../test/fields.ts';
import { functionalKeys } from '../../storage.ts';
import { renderApp } from '../../test/render-app.tsx';
import { CookieSettings } from './cookie-page.tsx';

const names = ['Essential', 'Analytics', 'Functional', 'Targeting and advertising'];
const purposes = {
  Essential:
    'Needed to sign in, to keep your account safe, and to show the site in your language. Without them the service does not work.',
  Analytics: 'Would help us understand how the site is used.',
  Functional:
    'Remember conveniences between visits. When this is off, they last only until you leave the page.',
  'Targeting and advertising': 'Would show you advertising that fits your interests.',
};
const choice = (name: string) => page.getByRole('switch', { name });

async function expectChoices(...expected: boolean[]) {
  const shown = () => names.map((name) => choice(name).element().getAttribute('aria-checked') === 'true');
  await expect.poll(shown).toEqual(expected);
}

it('starts with all but targeting, and essential can’t be turned off', async () => {
  await renderApp(<CookieSettings />);
  await expectChoices(true, true, true, false);
  await expect.element(choice('Essential')).toBeDisabled();
});

it('tells of each category on demand, and takes it back', async () => {
  await renderApp(<CookieSettings />);
  for (const [name, purpose] of Object.entries(purposes)) {
    const opener = page.getByRole('button', { name, exact: true });
    await expect.element(opener).toHaveAttribute('aria-expanded', 'false');
    expect(page.getByText(purpose).element()).not.toBeVisible();
    await opener.click();
    await expect.element(opener).toHaveAttribute('aria-expanded', 'true');
    await expect.element(page.getByText(purpose)).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText(purpose)).not.toBeVisible();
  }
});

it('names every entry that is kept as a convenience', async () => {
  await renderApp(<CookieSettings />);
  await page.getByRole('button', { name: 'Functional', exact: true }).click();
  const entries = page.getByText('In use: theme', { exact: false });
  await expect.element(entries).toBeVisible();
  const named = /: (.*)\.$/.exec(entries.element().textContent)?.[1]?.split(', ');
  expect(named?.toSorted()).toEqual(Object.keys(functionalKeys).toSorted());
});

it('keeps nothing until it is saved', async () => {
  const { unmount } = await renderApp(<CookieSettings />);
  await choice('Analytics').click();
  await expectChoices(true, false, true, false);
  expect(useCookieChoice.getState().analytics).toBe(true);
  await button('Save').click();
  await expectToast('Your cookie choice has been saved');
  expect(useCookieChoice.getState()).toEqual({ analytics: false, functional: true, targeting: false });
  await unmount();
  await renderApp(<CookieSettings />);
  await expectChoices(true, false, true, false);
});

it('accepts all and rejects all with one press, and says so', async () => {
  await renderApp(<CookieSettings />);
  await button('Accept All').click();
  await expectToast('All cookies have been accepted');
  await expectChoices(true, true, true, true);
  await button('Reject All').click();
  await expectToast('All cookies that are not essential have been rejected');
  await expectChoices(true, false, false, false);
  expect(useCookieChoice.getState()).toEqual({ analytics: false, functional: false, targeting: false });
});

it('what is refused is forgotten at once', async () => {
  localStorage.setItem('theme', 'dark');
  await renderApp(<CookieSettings />);
  await button('Reject All').click();
  await expect.poll(() => localStorage.getItem('theme')).toBeNull();
});

it('shows what another tab has chosen', async () => {
  await renderApp(<CookieSettings />);
  localStorage.setItem('cookieChoice', 'targeting');
  dispatchEvent(new StorageEvent('storage', { key: 'cookieChoice' }));
  await expectChoices(true, false, false, true);
});
