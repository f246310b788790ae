import { findPeople, type FoundPerson, readPerson } from '@mercury/contract/console/people.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openConsole } from '../../test/console.tsx';
import { button, expectFieldError } from '../../test/fields.ts';
import { server } from '../../test/stand-in-server.ts';

const nadia: FoundPerson = {
  id: '018f0000-0000-7000-8000-00000000000a',
  username: 'nadia',
  email: 'nadia@example.com',
  foundBy: 'username',
  isFrozen: true,
  joinedAt: '2026-11-01T09:00:00.000Z',
  leftAt: null,
};
const box = () => page.getByRole('searchbox', { name: 'Find a person' });
const rows = () => page.getByTestId('found-person');

async function search(text: string): Promise<void> {
  await box().fill(text);
  await button('Find').click();
}

describe('one box', () => {
  it('asks for nothing before three characters are there', async () => {
    await openConsole('/console/people', 'support');
    await search('ab');
    await expectFieldError(box(), 'This field is required');
    expect(server.callCount(findPeople)).toBe(0);
  });

  it('shows whom a name may mean, and says by what', async () => {
    server.reply(findPeople, { success: true, people: [nadia], hasMore: true });
    await openConsole('/console/people', 'support');
    await search(' nadia ');
    await expect.element(rows()).toMatchTextContent(/nadia.*Frozen.*nadia@example.com.*Found by username/);
    await expect.element(page.getByText('There are more.', { exact: false })).toBeVisible();
    expect(server.calls(findPeople)[0]?.query).toEqual({ search: 'nadia' });
    expect(page.getByRole('link', { name: 'nadia' }).element().getAttribute('href')).toBe(
      `/console/people/${nadia.id}`,
    );
  });

  it('keeps the search in the address, says that nobody was found, and that it failed', async () => {
    server.reply(findPeople, { success: true, people: [], hasMore: false });
    await openConsole('/console/people?search=nobody', 'support');
    await expect.element(page.getByText('Nobody found')).toBeVisible();
    await expect.element(box()).toHaveValue('nobody');
    server.refuse(findPeople, 'PermissionMissing', { message: 'Not for you.' });
    await search('somebody');
    await expect.element(page.getByText('The search failed')).toBeVisible();
    server.reply(findPeople, { success: true, people: [nadia], hasMore: false });
    await button('Try again').click();
    await expect.element(rows()).toBeVisible();
  });

  it('leads at once to whom an id belongs, and says so there', async () => {
    server.reply(findPeople, {
      success: true,
      people: [{ ...nadia, foundBy: 'withdrawal' }],
      hasMore: false,
    });
    server.refuse(readPerson, 'LookRequired');
    await openConsole('/console/people?search=018f0000-0000-7000-8000-00000000000b', 'support');
    await expect
      .element(page.getByRole('heading', { name: 'Why do you look at this account?' }))
      .toBeVisible();
    await expect.element(page.getByText('Found by a withdrawal')).toBeVisible();
    expect(server.calls(readPerson)[0]?.params).toEqual({ id: nadia.id });
  });
});
