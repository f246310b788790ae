import {
  changeLevel,
  defineLevel,
  type Level,
  listLevels,
  removeLevel,
} from '@mercury/contract/console/levels.ts';
import i18next from 'i18next';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openConsole, proposalOf } from '../../test/console.tsx';
import { button, expectFieldError, expectProblem, expectToast, field } from '../../test/fields.ts';
import { server } from '../../test/stand-in-server.ts';

const noLimits = {
  depositDay: null,
  depositMonth: null,
  withdrawalDay: null,
  withdrawalMonth: null,
  tradeDay: null,
  tradeMonth: null,
};
const basic: Level = {
  id: '018f0000-0000-7000-8000-000000000011',
  name: { en: 'Basic', fa: 'پایه' },
  advice: null,
  limits: { ...noLimits, withdrawalDay: '1000.00' },
  peopleCount: 0,
};
const known: Level = {
  ...basic,
  id: '018f0000-0000-7000-8000-000000000012',
  name: { en: 'Known' },
  advice: { en: 'Call us', ru: 'Позвоните нам' },
  peopleCount: 3,
};
const waiting = { success: true as const, proposal: proposalOf({ mayDecide: false, mayCancel: true }) };
const rows = () => page.getByTestId('level');
const words = (group: string, language: string) =>
  page.getByRole('group', { name: group }).getByRole('textbox', { name: language });
const propose = () => page.getByRole('dialog').getByRole('button', { name: 'Propose' });

it('without any says so; the first one is proposed with its limits and a reason', async () => {
  server.reply(listLevels, { success: true, levels: [] });
  await openConsole('/console/levels', 'owner');
  await expect.element(page.getByText('No levels')).toBeVisible();
  await button('Define a level').click();
  await expect.element(page.getByText('This first level is everybody’s', { exact: false })).toBeVisible();
  await propose().click();
  await expectFieldError(words('Name', 'English'), 'This field is required');
  await words('Name', 'English').fill('Basic');
  await words('Name', 'فارسی').fill('پایه');
  await words('How to get a higher level', '中文').fill('请来电');
  await field('Withdrawals in 24 hours').fill('1000');
  await field('Reason').fill('We begin');
  await propose().click();
  await expectFieldError(words('How to get a higher level', 'English'), 'This field is required');
  await words('How to get a higher level', 'English').fill('Call us');
  server.refuse(defineLevel, 'LevelExists', { message: 'There is one.' });
  await propose().click();
  await expectProblem('There is one.');
  server.reply(defineLevel, waiting);
  await propose().click();
  await expectToast('This waits for a second person.');
  expect(server.calls(defineLevel).at(-1)?.body).toEqual({
    name: { en: 'Basic', fa: 'پایه', ru: '', zh: '' },
    place: 1,
    advice: { en: 'Call us', fa: '', ru: '', zh: '请来电' },
    limits: { ...noLimits, withdrawalDay: '1000' },
    reason: 'We begin',
  });
});

it('are shown from the lowest on; one is changed and moved, and removed only if nobody has it', async () => {
  server.reply(listLevels, { success: true, levels: [basic, known] });
  await openConsole('/console/levels', 'owner');
  await expect
    .element(rows().first())
    .toMatchTextContent(/Basic.*everybody who was given no other.*1,000\.00/);
  await expect.element(rows().nth(1)).toMatchTextContent(/Known.*given to 3 people.*Call us/);
  expect(button('Remove ⁨Known⁩').query()).toBeNull();
  await button('Change ⁨Known⁩').click();
  await expect.element(field('Withdrawals in 24 hours')).toHaveValue('1000');
  await field('Withdrawals in 24 hours').fill('');
  await page.getByRole('combobox', { name: 'Place' }).selectOptions('1, the lowest');
  await field('Reason').fill('We trust them');
  server.reply(changeLevel, waiting);
  await propose().click();
  await expectToast('This waits for a second person.');
  expect(server.calls(changeLevel)[0]).toMatchObject({
    params: { id: known.id },
    body: {
      name: { en: 'Known', fa: '', ru: '', zh: '' },
      place: 1,
      advice: { en: 'Call us', fa: '', ru: 'Позвоните нам', zh: '' },
      limits: noLimits,
    },
  });
  server.reply(removeLevel, waiting);
  await button('Remove ⁨Basic⁩').click();
  await field('Reason').fill('Unused');
  await propose().click();
  await expect.poll(() => server.calls(removeLevel)[0]?.body).toEqual({ reason: 'Unused' });
});

it('are called as their people read it', async () => {
  server.reply(listLevels, { success: true, levels: [basic, known] });
  await openConsole('/console/levels', 'support');
  await i18next.changeLanguage('fa');
  await expect.element(rows().first()).toMatchTextContent(/پایه/);
  await expect.element(rows().nth(1)).toMatchTextContent(/Known.*Call us/);
});

it('are only read by support, and loaded again where that failed', async () => {
  server.refuse(listLevels, 'ServerError', { message: 'Out of order.' });
  await openConsole('/console/levels', 'support');
  await expect.element(page.getByText('The levels could not be loaded')).toBeVisible();
  server.reply(listLevels, { success: true, levels: [basic] });
  await button('Try again').click();
  await expect.element(rows()).toBeVisible();
  for (const name of ['Define a level', 'Change ⁨Basic⁩', 'Remove ⁨Basic⁩'])
    expect(button(name).query()).toBeNull();
});
