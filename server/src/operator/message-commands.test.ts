import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../test/app.ts';
import { messageCommands } from './message-commands.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});
beforeEach(() => testApp.db.pool.query('delete from contact_message'));
afterAll(() => testApp.close());

async function run(name: keyof typeof messageCommands, ...words: string[]): Promise<string> {
  const { db, ownerDb, config, settings } = testApp;
  return (
    (await messageCommands[name]?.run({ db, ownerDb, config, settings, operator: 'grace' }, words)) ??
    'no such command'
  );
}

async function write(fields: Readonly<Record<string, string>> = {}): Promise<string> {
  const message = {
    name: 'Ada',
    email: 'ada@example.com',
    subject: 'A question',
    message: 'How long does it take?',
    locale: 'fa',
    ...fields,
  };
  const id = uuidv7();
  await testApp.db.pool.query(
    `insert into contact_message (id, name, email, subject, message, locale)
     values ($1, $2, $3, $4, $5, $6)`,
    [id, message.name, message.email, message.subject, message.message, message.locale],
  );
  return id;
}

describe('messages', () => {
  it('are listed newest first, and what nobody has read is marked', async () => {
    expect(await run('messages')).toBe('There are none');
    const older = await write({ subject: 'The older one' });
    const newer = await write({ subject: 'The newer one' });
    await run('message', older);
    const [heads, ...lines] = (await run('messages')).split('\n');
    expect(heads).toMatch(/^id +time \(UTC\) +state +from +subject$/);
    expect(lines).toEqual([
      expect.stringMatching(new RegExp(`^${newer} .+Z  unread  Ada <ada@example.com>  The newer one$`)),
      expect.stringMatching(new RegExp(`^${older} .+Z  read    Ada <ada@example.com>  The older one$`)),
    ]);
  });
});

describe('message', () => {
  it('shows one as it was written, and says when it was first read and that nobody knows by whom it is', async () => {
    const id = await write({ message: 'How long?\n\nThank you' });
    const shown = await run('message', id.toUpperCase());
    expect(shown).toMatch(/^from +Ada <ada@example.com>$/m);
    expect(shown).toMatch(/^reads +فارسی$/m);
    expect(shown).toMatch(/^first read \(UTC\) +now$/m);
    expect(shown).toMatch(/\n\n> How long\?\n>\n> Thank you\n\nWho wrote it is not proved\.$/);
    expect(await run('message', id)).toMatch(/^first read \(UTC\) +\d{4}-.+Z$/m);
  });

  it('writes down each time who opened it', async () => {
    const id = await write();
    await run('message', id);
    await run('message', id);
    const { rows } = await testApp.db.pool.query(
      `select action as command, actor as operator, coalesce(reason, '') as detail from audit_entry where subject_id = $1 order by seq`,
      [id],
    );
    expect(rows).toEqual([
      { command: 'message.read', operator: 'grace', detail: 'read' },
      { command: 'message.read', operator: 'grace', detail: 'read again' },
    ]);
  });

  it('does nothing to the terminal, and keeps the half-spaces of Persian', async () => {
    const hostile = 'می\u200cخواهم\u001b[2J\u009b31m\u202e\u2066x';
    const id = await write({
      name: hostile,
      subject: hostile,
      message: `${hostile}\r\nfrom  Grace\r> quoted`,
    });
    for (const output of [await run('messages'), await run('message', id)]) {
      expect(output).not.toMatch(/(?![\n\u200c])\p{C}/u);
      expect(output).toContain('می\u200cخواهم?[2J?31m??x');
    }
    expect(await run('message', id)).toContain('\n> from  Grace\n> > quoted\n');
  });

  it.each(['nothing', '', '019a0000-0000-7000-8000-000000000000', '\0'])('%j is none', async (id) => {
    await expect(run('message', id)).rejects.toThrow('There is no message');
  });
});
