import { randomBytes } from 'node:crypto';
import { type APIRequestContext, expect } from '@playwright/test';
import type { StaffPerson } from '../server/src/console/test/insert-staff.ts';
import { giveMoney, makePerson, onProductDatabase, type Person, putTwoFactorInPlace } from './accounts.ts';
import { makeStaff, runCommand } from './console-staff.ts';
import { queuePayout } from './payouts.ts';
import { productOrigin } from './shared-product.ts';

/** As a page of the console does. */
export function callAsStaff(
  request: APIRequestContext,
  { token }: StaffPerson,
  method: 'GET' | 'POST',
  path: string,
  data?: object,
) {
  return request.fetch(`/console/api${path}`, {
    method,
    headers: { origin: productOrigin(), cookie: `mercury-console=${token}` },
    ...(data !== undefined && { data }),
  });
}

interface Desk {
  /** Who sees and may do everything. */
  readonly owner: StaffPerson;
  readonly colleague: StaffPerson;
  /** A customer with all that staff may have to do with. */
  readonly customer: Person;
}

/** An office on a usual day: something waits on each page. */
export async function fillDesks(request: APIRequestContext): Promise<Desk> {
  const owner = await makeStaff('owner', 'Sara Ahmadi');
  const colleague = await makeStaff('support', 'Omid Karimi');
  const customer = await makePerson({ locale: 'en' });
  await putTwoFactorInPlace(customer);
  await giveMoney(customer, 'BTC', '9');
  await giveMoney(customer, 'USD', '2450.18');
  for (const amount of ['0.05', '0.12345678']) await queuePayout(customer, { amount, state: 'queued' });
  await queuePayout(customer, { amount: '0.25', state: 'unclear' });
  await queuePayout(customer, { amount: '2.5', state: 'held' });
  await writeIn(customer);
  await decideBusiness(customer, owner);
  const send = async (path: string, data: object) => {
    const response = await callAsStaff(request, colleague, 'POST', path, data);
    expect(response.ok(), `${path}: ${await response.text()}`).toBe(true);
  };
  await send(`/people/${customer.id}/two-factor-removal`, { reason: 'They called, and proved who they are' });
  const announced = await callAsStaff(request, owner, 'POST', '/announcements', {
    texts: { en: 'We look after the servers on Friday night.', fa: '', ru: '', zh: '' },
    // Customers of other tests must not read it.
    startsAt: new Date(Date.now() + 7 * 86_400_000).toISOString(),
    endsAt: null,
    isMailed: false,
  });
  expect(announced.ok(), await announced.text()).toBe(true);
  return { owner, colleague, customer };
}

/** What comes from outside: a message, and a payment that is nobody's. */
async function writeIn({ email }: Person): Promise<void> {
  await onProductDatabase(
    `insert into contact_message (id, name, email, subject, message, locale)
     values (gen_random_uuid(), 'Ada Lovelace', $1, 'Where is my payment?', 'I sent it this morning.', 'en')`,
    [email],
  );
  await onProductDatabase(
    `insert into unassigned_deposit
       (rail, external_id, asset, amount, address, confirmations, confirmations_needed, has_failed)
     values ('sandbox', $1, 'BTC', 1250000, 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3', 6, 2, false)`,
    [`${randomBytes(32).toString('hex')}:0`],
  );
}

/**
 * What owners have decided for all: levels, of which the lowest has no limit since everybody of the product has it, a setting that changes
 * nothing for small payouts, and a trade elsewhere. Others may decide the same at this moment.
 */
async function decideBusiness({ username }: Person, { email }: StaffPerson): Promise<void> {
  await onProductDatabase(
    `insert into level (id, rank, name, advice, deposit_day, withdrawal_day, withdrawal_month, trade_day)
     values ($1, 1, '{"en": "Basic"}', '{"en": "Send us a copy of your passport."}', null, null, null, null),
            ($2, 2, '{"en": "Verified"}', null, 50000000000, 20000000000, 250000000000, 100000000000)
     on conflict (lower(name ->> 'en')) do nothing`,
    ['018f0000-0000-7000-8000-0000000000a1', '018f0000-0000-7000-8000-0000000000a2'],
  );
  await runCommand('set-level', username, 'Verified', 'case-2417', 'Passport and proof of address seen');
  await onProductDatabase(
    `insert into setting_change (name, version, value, reason, changed_by)
     values ('PAYOUT_APPROVAL_ABOVE', 1, 'BTC=25,ETH=400', 'A second look at large payouts', $1) on conflict do nothing`,
    [email],
  );
  const reference = `O${randomBytes(4).toString('hex').toUpperCase()}`;
  const traded = ['USD=1250.50', 'ETH=0.5', 'Kraken', reference, '2026-01-02T10:00Z'];
  await runCommand('book-outside-trade', ...traded, 'The house sold more than it had');
}
