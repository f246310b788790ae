import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { button } from '../../test/fields.ts';
import { renderApp } from '../../test/render-app.tsx';
import { SearchDialog } from './search-dialog.tsx';
import type { SearchEntry, SearchGroup } from './search-entry.ts';
import { SearchPanel } from './search-panel.tsx';

const chosen: string[] = [];

function entryOf(title: string, more: Partial<SearchEntry> = {}): SearchEntry {
  return { id: title, title, icon: null, onChoose: () => chosen.push(title), ...more };
}

const coins: SearchGroup = {
  kind: 'coins',
  entries: [entryOf('Bitcoin', { words: ['BTC'] }), entryOf('Ethereum', { words: ['ETH'] })],
};
const people: SearchGroup = { kind: 'people', entries: [entryOf('Mina', { isNeverKept: true })] };
const actions: SearchGroup = { kind: 'actions', entries: [entryOf('Add money'), entryOf('Send')] };
const pages: SearchGroup = { kind: 'pages', entries: [entryOf('Markets'), entryOf('Profile')] };

type PanelProps = Partial<Parameters<typeof SearchPanel>[0]>;

function Sample(panel: PanelProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      <SearchDialog isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <SearchPanel
          placeholder="Coins and more"
          groups={[coins, people, actions, pages]}
          start={[actions, pages]}
          owner="sara"
          isLoading={false}
          hasFailed={false}
          {...panel}
        />
      </SearchDialog>
    </>
  );
}

const field = () => page.getByRole('combobox', { name: 'Search' });
const option = (name: string) => page.getByRole('option', { name });

/** What is listed, a line a group: its heading, and what is below it. */
function shown(): readonly string[] {
  return page
    .getByRole('group')
    .elements()
    .map((group) => {
      const label = document.getElementById(group.getAttribute('aria-labelledby') ?? '')?.textContent;
      const titles = Array.from(group.querySelectorAll('[role="option"]'), (each) => each.textContent.trim());
      return `${label}: ${titles.join(', ')}`;
    });
}

/** What Enter would choose. */
function highlighted(): string | undefined {
  const id = field().element().getAttribute('aria-activedescendant');
  return id === null ? undefined : document.getElementById(id)?.textContent.trim();
}

async function open(panel: PanelProps = {}) {
  chosen.length = 0;
  await renderApp(<Sample {...panel} />);
  await button('Open').click();
  await expect.element(field()).toHaveFocus();
}

describe('by the keyboard alone', () => {
  it('begins in the field, with the first choice at hand', async () => {
    await open();
    expect(shown()).toEqual(['Actions: Add money, Send', 'Pages: Markets, Profile']);
    await expect.poll(highlighted).toBe('Add money');
  });

  it('goes through the groups by the arrows, and chooses by Enter', async () => {
    await open();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await expect.poll(highlighted).toBe('Markets');
    await expect.element(field()).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}{Enter}');
    expect(chosen).toEqual(['Send']);
  });

  it('has the best find at hand with every key', async () => {
    await open();
    await userEvent.keyboard('b');
    await expect.poll(highlighted).toBe('Bitcoin');
    await userEvent.keyboard('{Backspace}eth');
    await expect.poll(shown).toEqual(['Coins: Ethereum']);
    // It ends a composition, as readers of Chinese type: in Safari it comes once that is over.
    for (const isComposing of [true, false]) {
      const press = { key: 'Enter', keyCode: 229, isComposing, bubbles: true };
      field().element().dispatchEvent(new KeyboardEvent('keydown', press));
      expect(chosen).toEqual([]);
    }
    await userEvent.keyboard('{Enter}');
    expect(chosen).toEqual(['Ethereum']);
    // The field does not take the name of what was chosen.
    await expect.element(field()).toHaveValue('eth');
  });

  it('is left by Escape, which gives the focus back', async () => {
    await open();
    await userEvent.keyboard('bit{Escape}');
    await expect.element(field()).not.toBeInTheDocument();
    await expect.element(button('Open')).toHaveFocus();
    expect(chosen).toEqual([]);
  });
});

describe('Enter, while more is on its way', () => {
  const begun = (panel: PanelProps) => <Sample {...panel} />;

  async function openLoading() {
    chosen.length = 0;
    const panel = { groups: [actions, pages], isLoading: true };
    const { rerender } = await renderApp(begun(panel));
    await button('Open').click();
    await expect.element(field()).toHaveFocus();
    return { arrive: () => rerender(begun({ groups: [coins, people, actions, pages] })) };
  }

  it('waits for it, and chooses the best of all', async () => {
    const { arrive } = await openLoading();
    await userEvent.keyboard('m');
    await expect.poll(shown).toEqual(['Pages: Markets', 'Actions: Add money']);
    await userEvent.keyboard('i{Backspace}{Enter}');
    await expect.element(page.getByText('Searching…')).toBeVisible();
    expect(chosen).toEqual([]);
    await arrive();
    await expect.poll(() => chosen).toEqual(['Mina']);
  });

  it('is forgotten by whoever types on', async () => {
    const { arrive } = await openLoading();
    await userEvent.keyboard('m{Enter}a');
    await arrive();
    await expect.poll(shown).toEqual(['Pages: Markets']);
    expect(chosen).toEqual([]);
  });

  it('chooses at once what the person went to', async () => {
    await openLoading();
    await userEvent.keyboard('m{ArrowDown}{Enter}');
    expect(chosen).toEqual(['Add money']);
  });
});

it('chooses what is pressed', async () => {
  await open();
  await option('Profile').click();
  expect(chosen).toEqual(['Profile']);
});

it('is closed by its button', async () => {
  await open();
  await button('Close').click();
  await expect.element(field()).not.toBeInTheDocument();
});

it('says so where nothing fits, and lists everything again once the field is empty', async () => {
  await open();
  await field().fill('zzz');
  await expect.element(page.getByText(/Nothing found for “.zzz.”/)).toBeVisible();
  expect(page.getByRole('option').elements()).toHaveLength(0);
  await userEvent.keyboard('{Enter}');
  expect(chosen).toEqual([]);
  await field().clear();
  await expect.poll(shown).toEqual(['Actions: Add money, Send', 'Pages: Markets, Profile']);
});

it('tells a screen reader how much was found', async () => {
  await open();
  await field().fill('e');
  await expect.element(page.getByText(/^\d+ results?$/)).toBeInTheDocument();
});

it('does not say that nothing fits while more may come', async () => {
  await open({ isLoading: true });
  await field().fill('zzz');
  await expect.element(page.getByText('Searching…')).toBeVisible();
  expect(page.getByText(/Nothing found/).elements()).toHaveLength(0);
});

it('says what is missing where a part could not be loaded', async () => {
  await open({ hasFailed: true });
  await expect.element(page.getByText('Some results could not be loaded.')).toBeVisible();
});

it('puts an answer to the typed text itself first', async () => {
  const answersTo = (query: string): readonly SearchGroup[] =>
    query === '@mina' ? [{ kind: 'people', entries: [entryOf('Send to @mina')] }] : [];
  await open({ answersTo });
  await field().fill('@mina');
  await expect.poll(shown).toEqual(['People: Send to @mina']);
  await expect.poll(highlighted).toBe('Send to @mina');
});

describe('recent choices', () => {
  const again = async () => {
    await userEvent.keyboard('{Escape}');
    await button('Open').click();
    await expect.element(field()).toHaveFocus();
  };

  it('come first the next time, and are not listed twice', async () => {
    await open();
    await option('Send').click();
    await field().fill('eth');
    await option('Ethereum').click();
    await again();
    expect(shown()).toEqual(['Recent: Ethereum, Send', 'Actions: Add money', 'Pages: Markets, Profile']);
  });

  it('do not hold what tells of a person', async () => {
    await open();
    await field().fill('mina');
    await option('Mina').click();
    await again();
    expect(shown()[0]).toBe('Actions: Add money, Send');
    expect(localStorage.getItem('recentSearches')).toBeNull();
  });

  it('leave out what exists no longer', async () => {
    localStorage.setItem('recentSearches', JSON.stringify({ owner: 'sara', ids: ['coin:gone', 'Profile'] }));
    await open();
    expect(shown()).toEqual(['Recent: Profile', 'Actions: Add money, Send', 'Pages: Markets']);
  });
});

it('fills a phone and leaves its field in reach', async () => {
  await page.viewport(360, 740);
  await open();
  const box = () => {
    const { top, width, height } = page.getByRole('dialog').element().getBoundingClientRect();
    return [top, width, height];
  };
  // In its first frame it stands where it rises from.
  await expect.poll(box).toEqual([0, 360, 740]);
  expect(field().element().getBoundingClientRect().top).toBeLessThan(60);
});
