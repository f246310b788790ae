import { randomUUID } from 'node:crypto';
import { limits } from '@mercury/contract/limits.ts';
import { encodeAddress } from '@mercury/contract/money/address.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { en } from '../../i18n/en.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { giveMoney } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';

let testApp: TestApp;
let person: SignedInPerson;

beforeAll(async () => {
  testApp = await createTestApp();
});
beforeEach(async () => {
  person = await makePerson(testApp);
});
afterAll(() => testApp.close());

const addressOf = (seed: number) => encodeAddress(new Uint8Array(20).fill(seed));

function create(name: string, seed: number, isFavorite = false) {
  return testApp.call('POST', '/contacts', {
    token: person.token,
    body: { name, walletAddress: addressOf(seed), isFavorite },
  });
}

async function namesOf(query: string): Promise<string[]> {
  const { body } = await testApp.call('GET', `/contacts${query}`, { token: person.token });
  return body.contacts.map((contact: { name: string }) => contact.name);
}

describe('contacts', () => {
  it('are saved, listed by name, found by name or address, and filtered to favorites', async () => {
    expect((await create('Zoe', 1)).status).toBe(201);
    await create('ada', 2, true);
    expect(await namesOf('')).toEqual(['ada', 'Zoe']);
    expect(await namesOf('?type=favorites')).toEqual(['ada']);
    expect(await namesOf('?type=recent')).toEqual([]);
    expect(await namesOf('?type=&search=')).toEqual(['ada', 'Zoe']);
    expect(await namesOf('?search=ZO')).toEqual(['Zoe']);
    expect(await namesOf(`?search=${addressOf(2).toUpperCase().slice(-8)}`)).toEqual(['ada']);
    // A wildcard of SQL is a character like any other.
    expect(await namesOf('?search=%25')).toEqual([]);
  });

  it('are recent once something was sent to them, the latest first; what they send counts for nothing', async () => {
    const [early, late, generous] = [
      await makePerson(testApp),
      await makePerson(testApp),
      await makePerson(testApp),
    ];
    const save = (name: string, { user }: SignedInPerson) =>
      testApp.call('POST', '/contacts', {
        token: person.token,
        body: { name, walletAddress: user.walletAddress },
      });
    for (const [name, each] of [
      ['early', early],
      ['late', late],
      ['generous', generous],
    ] as const) {
      await save(name, each);
    }
    await giveMoney(testApp, person, 'MRCY', '5');
    await giveMoney(testApp, generous, 'MRCY', '5');
    const send = (from: SignedInPerson, to: SignedInPerson) =>
      testApp.call('POST', '/wallets/transfer', {
        token: from.token,
        headers: { 'idempotency-key': randomUUID() },
        body: { recipientAddress: to.user.walletAddress, amount: '1', currency: 'MRCY' },
      });
    for (const [from, to] of [
      [person, early],
      [generous, person],
      [person, late],
    ] as const) {
      expect((await send(from, to)).status).toBe(200);
    }
    expect(await namesOf('?type=recent')).toEqual(['late', 'early']);
  });

  it('are renamed, starred, shown and removed', async () => {
    const { id } = (await create('Zoe', 1)).body.contact;
    const { token } = person;
    const change = (body: object) => testApp.call('PUT', `/contacts/${id}`, { token, body });
    const show = () => testApp.call('GET', `/contacts/${id}`, { token });
    const remove = () => testApp.call('DELETE', `/contacts/${id}`, { token });
    const starred = await change({ isFavorite: true });
    expect(starred.body.contact).toMatchObject({ name: 'Zoe', isFavorite: true });
    await change({ name: 'Zoë' });
    const shown = await show();
    expect(shown.body.contact).toMatchObject({ name: 'Zoë', isFavorite: true, walletAddress: addressOf(1) });
    const removed = await remove();
    expect({ status: removed.status, body: removed.body }).toEqual({ status: 204, body: '' });
    expect((await show()).status).toBe(404);
    expect((await remove()).status).toBe(404);
  });

  it('keep an email as its owner wrote it, change it, and forget it where it is emptied', async () => {
    const { token } = person;
    const walletAddress = addressOf(1);
    const created = await testApp.call('POST', '/contacts', {
      token,
      body: { name: 'Zoe', walletAddress, email: ' Zoe@Example.com ' },
    });
    expect(created.body.contact).toMatchObject({ email: 'Zoe@Example.com' });
    const path = `/contacts/${created.body.contact.id}`;
    const change = async (body: object) => (await testApp.call('PUT', path, { token, body })).body.contact;
    expect(await change({ name: 'Zoë' })).toMatchObject({ name: 'Zoë', email: 'Zoe@Example.com' });
    expect(await change({ email: 'zoe@example.org' })).toMatchObject({
      name: 'Zoë',
      email: 'zoe@example.org',
    });
    expect((await testApp.call('GET', path, { token })).body.contact.email).toBe('zoe@example.org');
    const bare = { id: created.body.contact.id, name: 'Zoë', walletAddress, isFavorite: false };
    expect(await change({ email: '' })).toEqual(bare);
    const empty = await testApp.call('POST', '/contacts', {
      token,
      body: { name: 'Ada', walletAddress: addressOf(2), email: '' },
    });
    expect(empty.status).toBe(201);
    expect(empty.body.contact).not.toHaveProperty('email');
  });

  it('are found by a part of the email, in any case, and only by their owner', async () => {
    const stranger = await makePerson(testApp);
    const save = (name: string, by: SignedInPerson, email: string) =>
      testApp.call('POST', '/contacts', {
        token: by.token,
        body: { name, walletAddress: addressOf(1), email },
      });
    await save('Zoe', person, 'Zo@Example.com');
    await save('Not mine', stranger, 'zo@example.com');
    await create('ada', 2);
    expect(await namesOf('?search=zo@example')).toEqual(['Zoe']);
    expect(await namesOf('?search=EXAMPLE.COM')).toEqual(['Zoe']);
    // Of an account, not of a contact.
    expect(await namesOf(`?search=${encodeURIComponent(stranger.user.email)}`)).toEqual([]);
  });

  it.each([
    ['zoe', en.validation.invalidEmail],
    ['zoe@', en.validation.invalidEmail],
    ['zoe@exam\u202eple.com', en.validation.invalidEmail],
    [`${'x'.repeat(limits.emailLengthMax)}@example.com`, en.validation.tooLong],
  ])('refuse the email %j at its field', async (email, message) => {
    const { id } = (await create('Zoe', 1)).body.contact;
    const { token } = person;
    const replies = [
      await testApp.call('POST', '/contacts', {
        token,
        body: { name: 'Ada', walletAddress: addressOf(2), email },
      }),
      await testApp.call('PUT', `/contacts/${id}`, { token, body: { email } }),
    ];
    for (const { status, body } of replies) {
      expect(status).toBe(400);
      expect(body.errors).toEqual([{ field: 'email', message }]);
    }
  });

  it('hold an address once, and only a right one', async () => {
    await create('Zoe', 1);
    expect((await create('Zoe again', 1)).body.error).toBe('ContactExists');
    const reply = await testApp.call('POST', '/contacts', {
      token: person.token,
      body: { name: 'Zoe', walletAddress: 'mrcy1' },
    });
    expect(reply.body.error).toBe('InvalidAddress');
  });

  it("of somebody else's are absent", async () => {
    const { id } = (await create('Zoe', 1)).body.contact;
    const stranger = await makePerson(testApp);
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      const body = method === 'PUT' ? { body: { name: 'mine' } } : {};
      expect((await testApp.call(method, `/contacts/${id}`, { token: stranger.token, ...body })).status).toBe(
        404,
      );
    }
    expect(await namesOf('')).toEqual(['Zoe']);
  });

  it('end at their limit, also when many come at once', async () => {
    await testApp.db.pool.query(
      `insert into contact (id, user_id, name, wallet_address)
       select gen_random_uuid(), $1, 'contact ' || number, 'mrcy1' || number from generate_series(1, $2) number`,
      [person.user.id, limits.contactsMax - 1],
    );
    const replies = await Promise.all([1, 2, 3, 4].map((seed) => create(`late ${seed}`, seed)));
    expect(replies.map((reply) => String(reply.status)).toSorted()).toEqual(['201', '422', '422', '422']);
  });

  it('keep of a name what a reader sees', async () => {
    expect((await create('zero\u200bwidth\u200f', 1)).body.contact.name).toBe('zerowidth');
    expect(await namesOf('?search=zero%E2%80%8Bwidth')).toEqual(['zerowidth']);
  });

  it.each(['', ' ', '\u200b\u200b', 'x'.repeat(81), 'Ad\u202ea'])('refuse the name %j', async (name) => {
    expect((await create(name, 1)).status).toBe(400);
  });
});
