import { expect, it } from 'vitest';
import { topicsOf } from './topics-of-act.ts';

it.each([
  ['deposit.assign', ['audit', 'deposits']],
  ['people.freeze', ['audit', 'withdrawals']],
  ['people.unfreeze', ['audit', 'proposals', 'withdrawals']],
  ['withdrawals.release_large', ['audit', 'proposals', 'withdrawals']],
  ['books.correct', ['audit', 'books', 'proposals']],
  ['message.answer', ['audit', 'messages']],
  ['proposal.open', ['audit', 'proposals']],
  ['invitation.withdraw', ['audit', 'staff']],
  // A look changes nothing but the log: it may not ask everybody to look again.
  ['books.read_account', ['audit']],
  ['people.look', ['audit']],
  ['assets.change', ['audit', 'proposals', 'settings', 'trading']],
  ['set-asset', ['audit', 'settings']],
  ['set-market', ['audit']],
])('%s changes %j', (action, topics) => {
  expect(topicsOf(action).toSorted()).toEqual(topics);
});
