import { readFile } from 'node:fs/promises';
import { locales } from '@mercury/contract/locales.ts';
import * as z from 'zod/mini';
import { expect, it } from 'vitest';
import { enProposalFacts } from './en-proposal-facts.ts';
import { faProposalFacts } from './fa-proposal-facts.ts';
import { ruProposalFacts } from './ru-proposal-facts.ts';
import { zhProposalFacts } from './zh-proposal-facts.ts';

const textsOf = { en: enProposalFacts, fa: faProposalFacts, ru: ruProposalFacts, zh: zhProposalFacts };
const texts = z.record(z.string(), z.any());

it.each(locales)('a mail about a proposal calls things as the console does in %s', async (locale) => {
  const read = async (name: string) =>
    texts.parse(
      JSON.parse(
        await readFile(
          new URL(`../../../web/public/locales/${locale}/${name}.json`, import.meta.url),
          'utf8',
        ),
      ),
    );
  const [console, shared] = await Promise.all([read('console'), read('translation')]);
  const { names, settings, permissions, roles, states, templates, accountKinds, transferKinds, freezers } =
    textsOf[locale];
  expect(console['facts']).toMatchObject({ names, freezers });
  expect(console['settings'].names).toMatchObject(settings);
  expect(console).toMatchObject({ permissions, roles });
  expect(console['withdrawals'].states).toMatchObject(states);
  expect(console['books']).toMatchObject({ accountKinds, correct: { templates } });
  expect(shared['transaction'].ledger.kinds).toMatchObject(transferKinds);
});
