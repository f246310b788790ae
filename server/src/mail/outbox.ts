import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';

export interface KeptMail {
  readonly id: string;
  readonly subject: string;
  readonly to: string;
  readonly date: string;
  readonly text: string;
}

const fileName = /^([0-9a-f-]{36})\.eml$/;

// For people and tests; nobody pages further.
const listedMax = 100;

/** The newest mails first. The file names are ids that grow with time. */
export async function listOutbox(folder: string): Promise<KeptMail[]> {
  const names = (await namesIn(folder))
    .filter((name) => fileName.test(name))
    .toSorted()
    .toReversed();
  return Promise.all(names.slice(0, listedMax).map((name) => readMail(folder, name)));
}

export async function findInOutbox(folder: string, id: string): Promise<KeptMail | undefined> {
  const name = `${id}.eml`;
  // Only a valid id reaches the file system.
  if (!fileName.test(name) || !(await namesIn(folder)).includes(name)) return undefined;
  return readMail(folder, name);
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    // No mail was written yet.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

async function readMail(folder: string, name: string): Promise<KeptMail> {
  const mail = await PostalMime.parse(await readFile(join(folder, name)));
  return {
    id: fileName.exec(name)?.[1] ?? name,
    subject: mail.subject ?? '',
    to: (mail.to ?? []).map((recipient) => recipient.address ?? recipient.name).join(', '),
    date: mail.date ?? '',
    text: (mail.text ?? '').replaceAll('\r\n', '\n'),
  };
}
