import type { Locator } from '@playwright/test';
import { goTo, type Screen, type Visit } from './screen.ts';

export function page(name: string, path: string): Screen {
  return { name: `console, ${name}`, open: async (visit) => goTo(visit.page, path) };
}

/** Opened from a page. */
export function dialog(name: string, path: string, open: (visit: Visit) => Promise<void>): Screen {
  return {
    name: `console, ${name}`,
    isDialog: true,
    open: async (visit) => {
      await goTo(visit.page, path);
      await open(visit);
    },
  };
}

/** What the first row of a list leads to. */
export function first(name: string, path: string, kind: string): Screen {
  return { name: `console, ${name}`, open: async (visit) => openFirst(visit, path, kind) };
}

export async function openFirst(visit: Visit, path: string, kind: string): Promise<void> {
  const { page: shown } = visit;
  await goTo(shown, path);
  await row(visit, kind).getByRole('link').first().click();
  await shown.waitForURL((url) => url.pathname !== path.split('?')[0]);
  await settled(shown.getByRole('main'));
}

/** About the person of the visit: other tests have theirs in the same lists. */
export function row({ page: shown, person }: Visit, kind: string): Locator {
  return shown.getByTestId(kind).filter({ hasText: person.username }).first();
}

async function settled(main: Locator): Promise<void> {
  await main.getByRole('heading', { level: 1 }).first().waitFor();
  await main.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
}

/** The file opens with a reason, once in half an hour. */
export async function openPerson({ page: shown, person, texts: { c } }: Visit): Promise<void> {
  await goTo(shown, `/console/people/${person.id}`);
  const main = shown.getByRole('main');
  const file = main.getByRole('heading', { name: c('people.identity') });
  const look = main.getByRole('button', { name: c('people.look') });
  await file.or(look).waitFor();
  if (await look.isVisible()) {
    await main.getByLabel(c('reason.label')).fill('A ticket about a withdrawal');
    await look.click();
  }
  await file.waitFor();
  await settled(main);
}
