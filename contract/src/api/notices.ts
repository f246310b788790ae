import * as z from 'zod/mini';
import { errorCodes } from '../errors.ts';
import { endpoint } from './endpoint.ts';
import { alertDirections } from './price-alerts.ts';
import { securityEventActors, securityEventKinds } from './security.ts';
import { assetCodeSchema, decimalSchema, idSchema, key, timeSchema } from './shapes.ts';
import { tradeTypes } from './trade.ts';

const anyNotice = { id: idSchema, isRead: z.boolean(), createdAt: timeSchema };

const refusedBuy = {
  /** The currency to buy. */
  currency: assetCodeSchema,
  /** The amount to spend. */
  amount: decimalSchema,
  amountCurrency: assetCodeSchema,
  reason: z.enum(errorCodes),
};

const movedMoney = {
  /** The row of history that tells the rest. */
  transactionId: idSchema,
  currency: assetCodeSchema,
  amount: decimalSchema,
};

/** Something that a person is told. Each kind is one member with all its data, so the compiler finds every place that must handle it. */
export const noticeShape = z.discriminatedUnion('kind', [
  z.strictObject({
    ...anyNotice,
    kind: z.literal('transfer_received'),
    ...movedMoney,
    /** The sender's username; null once they have left. */
    sender: z.nullable(z.string()),
  }),
  z.strictObject({ ...anyNotice, kind: z.literal('deposit_credited'), ...movedMoney }),
  z.strictObject({ ...anyNotice, kind: z.literal('topup_credited'), ...movedMoney }),
  /** The operator put something right. */
  z.strictObject({ ...anyNotice, kind: z.literal('correction_in'), ...movedMoney }),
  z.strictObject({ ...anyNotice, kind: z.literal('correction_out'), ...movedMoney }),
  z.strictObject({
    ...anyNotice,
    kind: z.literal('withdrawal_sent'),
    ...movedMoney,
    /** The amount without its fees. */
    arrives: decimalSchema,
    address: z.string(),
    /** The chain's id of the payment, or the operator's note. */
    reference: z.string(),
  }),
  // The whole amount is back in the balance.
  z.strictObject({ ...anyNotice, kind: z.literal('withdrawal_failed'), ...movedMoney }),
  z.strictObject({ ...anyNotice, kind: z.literal('withdrawal_cancelled'), ...movedMoney }),
  /** Nobody entered its code in time. */
  z.strictObject({ ...anyNotice, kind: z.literal('withdrawal_expired'), ...movedMoney }),
  z.strictObject({
    ...anyNotice,
    kind: z.literal('trade_done'),
    /** The row of history of the last trade. */
    transactionId: idSchema,
    type: z.enum(tradeTypes),
    fromCurrency: assetCodeSchema,
    fromAmount: decimalSchema,
    toCurrency: assetCodeSchema,
    toAmount: decimalSchema,
    isRecurring: z.boolean(),
    /** All trades of one order are one notice, with the sum of what they brought. */
    tradeCount: z.int(),
  }),
  z.strictObject({
    ...anyNotice,
    kind: z.literal('price_alert'),
    currency: assetCodeSchema,
    direction: z.enum(alertDirections),
    /** In US dollars: the threshold of the alert, and the price that reached it. */
    line: decimalSchema,
    price: decimalSchema,
  }),
  z.strictObject({
    ...anyNotice,
    kind: z.literal('recurring_buy_refused'),
    ...refusedBuy,
    /** Time of the next try. */
    nextAt: timeSchema,
  }),
  z.strictObject({ ...anyNotice, kind: z.literal('recurring_buy_paused'), ...refusedBuy }),
  z.strictObject({
    ...anyNotice,
    kind: z.literal('security'),
    event: z.enum(securityEventKinds),
    actor: z.enum(securityEventActors),
  }),
  /** The operator's own words, in the language asked for, else in English. */
  z.strictObject({ ...anyNotice, kind: z.literal('announcement'), text: z.string() }),
]);
export type Notice = z.output<typeof noticeShape>;

type Without<Each, Key extends PropertyKey> = Each extends unknown ? Omit<Each, Key> : never;
/** A notice without its recipient. */
export type News = Without<Notice, keyof typeof anyNotice>;
export type NewsOf<Kind extends News['kind']> = Extract<News, { kind: Kind }>;
/** Stands nowhere else, so it is stored. All other news is read from what happened. */
export type KeptNews = NewsOf<'price_alert' | 'recurring_buy_refused' | 'recurring_buy_paused'>;
export type RefusedBuy = Omit<NewsOf<'recurring_buy_paused'>, 'kind'>;

/** What a person chooses to be told of. */
export const noticeSubjects = [
  'moneyIn',
  'moneyOut',
  'trades',
  'alerts',
  'security',
  'announcements',
] as const;
export type NoticeSubject = (typeof noticeSubjects)[number];

export const noticeChannels = ['app', 'mail'] as const;
export type NoticeChannel = (typeof noticeChannels)[number];

export const subjectOfKind = {
  transfer_received: 'moneyIn',
  deposit_credited: 'moneyIn',
  topup_credited: 'moneyIn',
  correction_in: 'moneyIn',
  correction_out: 'moneyOut',
  withdrawal_sent: 'moneyOut',
  withdrawal_failed: 'moneyOut',
  withdrawal_cancelled: 'moneyOut',
  withdrawal_expired: 'moneyOut',
  trade_done: 'trades',
  price_alert: 'alerts',
  recurring_buy_refused: 'alerts',
  recurring_buy_paused: 'alerts',
  security: 'security',
  announcement: 'announcements',
} as const satisfies Readonly<Record<News['kind'], NoticeSubject>>;

const choiceShape = z.strictObject({ app: z.boolean(), mail: z.boolean() });
const choicesShape = z.strictObject({
  moneyIn: choiceShape,
  moneyOut: choiceShape,
  trades: choiceShape,
  alerts: choiceShape,
  security: choiceShape,
  announcements: choiceShape,
} satisfies Readonly<Record<NoticeSubject, typeof choiceShape>>);
export type NoticeChoices = z.output<typeof choicesShape>;
/** Only what somebody chose: the rest follows the defaults. */
export type ChosenNotices = { readonly [Subject in NoticeSubject]?: Partial<NoticeChoices[Subject]> };

export const noticeDefaults: NoticeChoices = {
  moneyIn: { app: true, mail: true },
  moneyOut: { app: true, mail: true },
  trades: { app: true, mail: false },
  alerts: { app: true, mail: true },
  security: { app: true, mail: true },
  // The operator says of each whether it is mailed at all.
  announcements: { app: true, mail: true },
};

/** Mails about security are always sent. */
export function isChoosable(subject: NoticeSubject, channel: NoticeChannel): boolean {
  return channel === 'app' || subject !== 'security';
}

export const listNotices = endpoint({
  method: 'GET',
  path: '/notices',
  tag: 'notices',
  summary: "The person's latest notices, newest first",
  caller: 'verified',
  status: 200,
  reply: z.strictObject({
    success: z.literal(true),
    notices: z.array(noticeShape),
    /** Of these notices. */
    unreadCount: z.int(),
  }),
  errors: ['Unauthenticated', 'EmailNotVerified'],
});

export const readNotices = endpoint({
  method: 'POST',
  path: '/notices/read',
  tag: 'notices',
  summary: 'Marks the notices of a time, and all before it, as read in every browser',
  caller: 'verified',
  body: z.strictObject({
    /** The `createdAt` of the newest notice that was seen. */
    upTo: z.iso.datetime(key('invalid')),
  }),
  status: 200,
  reply: z.strictObject({ success: z.literal(true) }),
  errors: ['Unauthenticated', 'EmailNotVerified'],
});

const choicesReply = z.strictObject({ success: z.literal(true), choices: choicesShape });

export const getNoticeChoices = endpoint({
  method: 'GET',
  path: '/notices/choices',
  tag: 'notices',
  summary: 'What the person is told in the app and by mail',
  caller: 'verified',
  status: 200,
  reply: choicesReply,
  errors: ['Unauthenticated', 'EmailNotVerified'],
});

export const setNoticeChoice = endpoint({
  method: 'PUT',
  path: '/notices/choices',
  tag: 'notices',
  summary:
    'Turns notices about a subject on or off, in the app or by mail; mails of money that leaves need a proof to end',
  caller: 'verified',
  mayNeedProof: true,
  body: z
    .strictObject({
      subject: z.enum(noticeSubjects, key('invalid')),
      channel: z.enum(noticeChannels, key('invalid')),
      isOn: z.boolean(key('invalid')),
    })
    .check(
      z.refine(({ subject, channel }) => isChoosable(subject, channel), {
        error: key('invalid'),
        path: ['channel'],
      }),
    ),
  status: 200,
  reply: choicesReply,
  errors: ['Unauthenticated', 'EmailNotVerified', 'ProofRequired'],
});
