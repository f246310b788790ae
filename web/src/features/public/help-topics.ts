import type { ParseKeys } from 'i18next';
import { paths } from '../../paths.ts';

interface AnswerLink {
  to: string;
  label: ParseKeys;
}

const fees: AnswerLink = { to: paths.fees, label: 'nav.fees' };
const status: AnswerLink = { to: paths.status, label: 'nav.status' };
const contact: AnswerLink = { to: paths.contact, label: 'nav.contact' };
const trade: AnswerLink = { to: paths.trade, label: 'nav.places.trade' };
const activity: AnswerLink = { to: paths.transactions, label: 'nav.places.activity' };
const security: AnswerLink = { to: `${paths.profile}#security`, label: 'profile.groups.security' };
const limits: AnswerLink = { to: `${paths.profile}#limits`, label: 'profile.groups.limits' };
const preferences: AnswerLink = { to: `${paths.profile}#preferences`, label: 'profile.groups.preferences' };
const ofData: AnswerLink = { to: `${paths.profile}#data`, label: 'profile.groups.data' };

/** Questions in the order of the page. An id is the question's address (`/help#top-up`) and the name of its texts. */
export const helpTopics = [
  {
    topic: 'start',
    questions: [
      { id: 'what-is-it', link: { to: paths.about, label: 'nav.about' } },
      { id: 'open-account', link: { to: paths.register, label: 'nav.register' } },
      { id: 'no-email', link: undefined },
      { id: 'sandbox', link: undefined },
      { id: 'install', link: undefined },
      { id: 'languages', link: preferences },
      { id: 'limits', link: limits },
    ],
  },
  {
    topic: 'moneyIn',
    questions: [
      { id: 'top-up', link: fees },
      { id: 'deposit', link: undefined },
      { id: 'deposit-time', link: activity },
      { id: 'wrong-payment', link: activity },
      { id: 'unknown-deposit', link: contact },
      { id: 'own-coin', link: { to: paths.markets, label: 'nav.places.markets' } },
    ],
  },
  {
    topic: 'trading',
    questions: [
      { id: 'firm-offer', link: trade },
      { id: 'trade-cost', link: fees },
      { id: 'undo-trade', link: undefined },
      { id: 'order-book', link: trade },
      { id: 'no-offer', link: status },
      { id: 'price-source', link: status },
      { id: 'recurring-buys', link: trade },
      { id: 'price-alerts', link: trade },
    ],
  },
  {
    topic: 'sending',
    questions: [
      { id: 'send', link: undefined },
      { id: 'request', link: undefined },
      { id: 'withdraw', link: fees },
      { id: 'withdrawal-time', link: activity },
      { id: 'cancel-withdrawal', link: activity },
      { id: 'wrong-address', link: contact },
      { id: 'states', link: activity },
      { id: 'dollars', link: trade },
    ],
  },
  {
    topic: 'security',
    questions: [
      { id: 'two-factor', link: security },
      { id: 'lost-phone', link: security },
      { id: 'passkeys', link: security },
      { id: 'forgot-password', link: { to: paths.forgotPassword, label: 'auth.signIn.forgotPassword' } },
      { id: 'freeze', link: undefined },
      { id: 'suspicious-mail', link: security },
    ],
  },
  {
    topic: 'account',
    questions: [
      { id: 'statement', link: { to: paths.statement, label: 'dashboard.statement' } },
      { id: 'notifications', link: preferences },
      { id: 'change-email', link: { to: paths.profile, label: 'nav.profile' } },
      { id: 'delete-account', link: ofData },
    ],
  },
] as const satisfies readonly {
  topic: string;
  questions: readonly { id: string; link: AnswerLink | undefined }[];
}[];

export type HelpQuestionId = (typeof helpTopics)[number]['questions'][number]['id'];

/** Questions that people look for by words that neither they nor their answers use (`helpWords` in help.json). */
const questionsWithWords = [
  'open-account',
  'limits',
  'top-up',
  'trade-cost',
  'undo-trade',
  'withdraw',
  'withdrawal-time',
  'two-factor',
  'lost-phone',
  'freeze',
  'suspicious-mail',
  'statement',
  'delete-account',
] as const satisfies readonly HelpQuestionId[];

export function hasWords(id: HelpQuestionId): id is (typeof questionsWithWords)[number] {
  return questionsWithWords.some((worded) => worded === id);
}
