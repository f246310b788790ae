import type { Location } from 'react-router';
import { expect, it } from 'vitest';
import { signIn } from '../test/render-app.tsx';
import { omid } from '../test/samples.ts';
import type { EntryState } from './entry-state.ts';
import { arrive, isLeftBehind } from './whereabouts.ts';

function entry(key: string, state: EntryState | null = null): Location {
  return { key, state, pathname: '/dashboard', search: '', hash: '' };
}

it('a dialog of the former person is left behind in each of its steps, and the page below is not', () => {
  const form = entry('form');
  const review = entry('review', { below: 'form' });
  arrive(review);
  signIn(omid);
  expect([review, form, entry('page')].map(isLeftBehind)).toEqual([true, true, false]);
});
