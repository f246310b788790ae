import { useLayoutEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { session } from '../api/session.ts';
import { allowing, keepCookieChoice } from '../cookie-choice.ts';
import { enter, expectPath, onBrowserHistory } from '../test/browser-history.ts';
import { button, field, typeAtOnce } from '../test/fields.ts';
import { renderApp, signIn } from '../test/render-app.tsx';
import { omid, sara } from '../test/samples.ts';
import { draftLengthMax, draftsMax, useDraft, useForgetDrafts, useSavedForm } from './drafts.ts';
import { useOpenedBy } from './opened-by.ts';

onBrowserHistory('/dashboard');

const noText = { text: '', isLoud: false };

function PlainForm() {
  const draft = useDraft('plain', noText);
  const [entry, setEntry] = useState(draft.values);
  return (
    <input
      aria-label="Plain"
      value={entry.text}
      onChange={({ target }) => {
        const next = { ...entry, text: target.value };
        setEntry(next);
        draft.save(next);
      }}
    />
  );
}

function WholeForm({ isUsable }: { isUsable: boolean }) {
  const draft = useDraft('whole', noText, { isUsable: () => isUsable });
  const form = useForm({ defaultValues: draft.values });
  useSavedForm(form, draft);
  const forgetDrafts = useForgetDrafts();
  return (
    <form>
      <input aria-label="Whole" {...form.register('text')} />
      <input aria-label="Loud" type="checkbox" {...form.register('isLoud')} />
      <button type="button" onClick={() => form.reset(noText)}>
        Clear
      </button>
      <button type="button" onClick={forgetDrafts}>
        Sent
      </button>
    </form>
  );
}

function Sample({ isUsable = true }: { isUsable?: boolean }) {
  const { isOpen, key, open } = useOpenedBy('form');
  return (
    <>
      <button type="button" onClick={() => open()}>
        Open
      </button>
      {isOpen && (
        <div key={key}>
          <PlainForm />
          <WholeForm isUsable={isUsable} />
        </div>
      )}
    </>
  );
}

const show = (isUsable = true) => renderApp(<Sample isUsable={isUsable} />, { isInBrowser: true });

async function reload(rendered: Awaited<ReturnType<typeof show>>, isUsable = true) {
  await rendered.unmount();
  return show(isUsable);
}

async function openForms() {
  signIn(sara);
  const rendered = await show();
  await button('Open').click();
  await field('Plain').fill('one');
  await field('Whole').fill('two');
  await page.getByRole('checkbox', { name: 'Loud' }).click();
  return rendered;
}

async function expectTyped(plain: string, whole = plain) {
  await expect.element(field('Plain')).toHaveValue(plain);
  await expect.element(field('Whole')).toHaveValue(whole);
}

const kept = () => sessionStorage.getItem('drafts');

describe('what was typed', () => {
  it('is there after a reload', async () => {
    const rendered = await openForms();
    await reload(rendered);
    await expectTyped('one', 'two');
    await expect.element(page.getByRole('checkbox', { name: 'Loud' })).toBeChecked();
  });

  it('is there after Back and Forward', async () => {
    await openForms();
    history.back();
    await expect.element(field('Plain')).not.toBeInTheDocument();
    history.forward();
    await expectTyped('one', 'two');
  });

  it('is not there where the form is opened anew', async () => {
    await openForms();
    history.back();
    await expectPath('/dashboard');
    await expect.element(field('Plain')).not.toBeInTheDocument();
    await button('Open').click();
    await expectTyped('');
  });

  it('is gone once it was sent', async () => {
    const rendered = await openForms();
    await button('Sent').click();
    expect(kept()).toBeNull();
    await reload(rendered);
    await expectTyped('');
  });

  it('is gone once it was cleared', async () => {
    const rendered = await openForms();
    await button('Clear').click();
    await reload(rendered);
    await expectTyped('one', '');
  });

  it('is kept however early it was typed', async () => {
    function Hasty() {
      useLayoutEffect(() => typeAtOnce(field('Whole'), ['early']), []);
      return <WholeForm isUsable />;
    }
    await renderApp(<Hasty />, { as: sara });
    await expect.element(field('Whole')).toHaveValue('early');
    expect(kept() ?? '').toContain('early');
  });

  it('is left out where it is possible no more', async () => {
    const rendered = await openForms();
    await reload(rendered, false);
    await expectTyped('one', '');
  });
});

describe('what one person typed', () => {
  it('is gone with the session', async () => {
    await openForms();
    session.end('signedOut');
    expect(kept()).toBeNull();
  });

  it('does not reach the next person of a tab that slept through the change', async () => {
    const rendered = await openForms();
    await rendered.unmount();
    const asleep = kept() ?? '';
    enter('/elsewhere');
    await show();
    session.end('signedOut');
    signIn(omid);
    sessionStorage.setItem('drafts', asleep);
    history.back();
    await expectTyped('');
  });

  it('lives as long as the page where the person refused that it is stored', async () => {
    keepCookieChoice(allowing([]));
    await openForms();
    expect(kept()).toBeNull();
    history.back();
    await expect.element(field('Plain')).not.toBeInTheDocument();
    history.forward();
    await expectTyped('one', 'two');
  });

  it('is removed from the storage when the person refuses it', async () => {
    await openForms();
    expect(kept()).not.toBeNull();
    keepCookieChoice(allowing([]));
    expect(kept()).toBeNull();
  });
});

describe('drafts are few and short:', () => {
  it('the oldest goes', async () => {
    const rendered = await openForms();
    for (let opening = 0; opening < draftsMax; opening += 1) {
      history.back();
      await expect.element(field('Plain')).not.toBeInTheDocument();
      await button('Open').click();
      await field('Plain').fill(`text ${opening}`);
    }
    const { drafts } = JSON.parse(kept() ?? '{}') as { drafts: { forms: unknown }[] };
    expect(drafts).toHaveLength(draftsMax);
    expect(JSON.stringify(drafts)).not.toContain('one');
    await rendered.unmount();
  });

  it('a long one is not kept', async () => {
    await openForms();
    await field('Plain').fill('x'.repeat(draftLengthMax));
    expect(kept()).not.toContain('xx');
  });

  it('what is not readable counts as none', async () => {
    signIn(sara);
    sessionStorage.setItem('drafts', '{"drafts":7}');
    await show();
    await button('Open').click();
    await expectTyped('');
  });
});
