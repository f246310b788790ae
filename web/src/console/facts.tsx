import { marketStates } from '@mercury/contract/api/markets.ts';
import { permissions, proposalKinds } from '@mercury/contract/console/permissions.ts';
import { correctionTemplates } from '@mercury/contract/console/books.ts';
import { isSettingName } from '@mercury/contract/console/setting-traits.ts';
import { listedWithdrawalStates } from '@mercury/contract/console/withdrawals.ts';
import { isLocale, localeTraits } from '@mercury/contract/locales.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { transferKindText } from '../domain/transfer-kinds.ts';
import { formatCount } from '../i18n/formats.ts';
import { useFormatTag } from '../i18n/use-locale.ts';
import { Detail, DetailList } from '../ui/detail-list.tsx';
import { Money } from '../ui/money.tsx';
import { DateText } from '../ui/time-text.tsx';
import styles from './facts.module.css';
import { levelWords } from './levels/level-facts.ts';
import { reportKinds } from './reports/report-address.ts';
import { settingName } from './settings/setting-name.ts';
import { SettingWords } from './settings/setting-value.tsx';
import { SubjectName } from './subject-name.tsx';
import { useRoleName } from './use-role-name.ts';

export type Recorded = Readonly<Record<string, unknown>>;

const namedFacts = [
  'account',
  'accountId',
  'accounts',
  'action',
  'actor',
  'address',
  'adviceForHigher',
  'amount',
  'answer',
  'arrives',
  'askedForAt',
  'at',
  'booked',
  'by',
  'confirmations',
  'currency',
  'delayedUntil',
  'depositsIn24Hours',
  'depositsIn30Days',
  'email',
  'endsAt',
  'fee',
  'frozenBy',
  'frozenSince',
  'from',
  'given',
  'hadPassword',
  'halted',
  'hasFailed',
  'heldBy',
  'invitedBy',
  'isMailed',
  'isOf',
  'isOffered',
  'isTransferable',
  'kind',
  'label',
  'leastWithdrawal',
  'level',
  'mail',
  'memo',
  'name',
  'network',
  'networkFee',
  'offeredTo',
  'passkeyId',
  'permissions',
  'person',
  'place',
  'positions',
  'price',
  'proposal',
  'proposedBy',
  'received',
  'reference',
  'report',
  'reversedBy',
  'reverses',
  'role',
  'saidAt',
  'sentIn24Hours',
  'sentIn24HoursWithThis',
  'sessionCount',
  'sessionId',
  'since',
  'startsAt',
  'state',
  'subject',
  'template',
  'text',
  'texts',
  'tradedAt',
  'tradesIn24Hours',
  'tradesIn30Days',
  'twoFactorSince',
  'unfreezesAt',
  'until',
  'usd',
  'username',
  'venue',
  'way',
  'withdrawalsIn24Hours',
  'withdrawalsIn30Days',
] as const;

/** What has no name here yet is called as it was recorded. */
export function factName(name: string, t: TFunction<'console'>): string {
  if (isSettingName(name)) return settingName(name, t);
  if (isLocale(name)) return localeTraits[name].label;
  const named = namedFacts.find((each) => each === name);
  return named === undefined ? `\u2066${name}\u2069` : t(`facts.names.${named}`);
}

/** Names and values, one below the other. */
export function FactList({ facts }: { facts: Recorded }) {
  const { t } = useTranslation('console');
  return (
    <DetailList>
      {Object.entries(facts).map(([name, value]) => (
        <Detail key={name} label={factName(name, t)} isStacked={typeof value === 'object' && value !== null}>
          <Fact name={name} value={value} beside={facts} />
        </Detail>
      ))}
    </DetailList>
  );
}

interface FactProps {
  name: string;
  value: unknown;
  /** What was recorded with it: an amount may have its currency there. */
  beside: Recorded;
}

/** In the reader's words and formats; as it was recorded where there are none. */
export function Fact({ name, value, beside }: FactProps) {
  const { t } = useTranslation('console');
  const formatTag = useFormatTag();
  if (value === undefined) return '–';
  if (value === null) return t('facts.none');
  if (typeof value === 'boolean') return t(value ? 'facts.yes' : 'facts.no');
  if (typeof value === 'number') return formatCount(value, formatTag);
  if (typeof value === 'string') return <TextFact name={name} text={value} beside={beside} />;
  if (Array.isArray(value)) return <ListFact name={name} values={value} />;
  if (name === 'subject' && typeof value === 'object' && 'name' in value)
    return <SubjectName name={String(value.name)} />;
  return <FactList facts={{ ...value }} />;
}

function ListFact({ name, values }: { name: string; values: readonly unknown[] }) {
  const { t } = useTranslation('console');
  if (values.length === 0) return t('facts.none');
  const inOrder = name === 'permissions' ? permissions.filter((each) => values.includes(each)) : values;
  return (
    <ul>
      {inOrder.map((value) => (
        <li key={String(value)}>
          <Fact name={name} value={value} beside={{}} />
        </li>
      ))}
    </ul>
  );
}

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const day = /^\d{4}-\d\d-\d\d$/;
const decimal = /^-?\d+(\.\d+)?$/;
const money = /^(?<amount>-?\d+(?:\.\d+)?) (?<currency>[A-Z][A-Z0-9]+)$/;
/** As a correction of the books names each account that it moves. */
const movedAccount =
  /^(?<owner>house|@\S+) · (?<kind>\w+): (?<before>-?[\d.]+) → (?<after>-?[\d.]+) (?<currency>\S+)$/;
/** As a trade at another venue names each position that it moves. */
const movedPosition = /^(?<before>-?[\d.]+) → (?<after>-?[\d.]+) (?<currency>\S+)$/;
const priceOfOne = /^(?<usd>[\d.]+) USD for 1 (?<currency>\S+)$/;
const placeAmongAll = /^(?<place>\d+) of (?<count>\d+)$/;

function TextFact({ name, text, beside }: { name: string; text: string; beside: Recorded }) {
  const { t } = useTranslation('console');
  const { t: tShared } = useTranslation();
  const roleName = useRoleName();
  if (isoTime.test(text)) return <DateText at={text} />;
  // The middle of a UTC day has the same date in nearly all time zones.
  if (day.test(text)) return <DateText at={`${text}T12:00:00.000Z`} hasTime={false} />;
  if (isSettingName(name) && !money.test(text)) return <SettingWords name={name} text={text} />;
  const currency = name === 'usd' ? 'USD' : beside['currency'];
  if (decimal.test(text) && typeof currency === 'string')
    return <Money amount={text} asset={currency} precision="all" />;
  const { amount, currency: own } = money.exec(text)?.groups ?? {};
  if (amount !== undefined && own !== undefined) return <Money amount={amount} asset={own} precision="all" />;
  if (name === 'accounts' && movedAccount.test(text)) return <MovedAccount text={text} />;
  if (name === 'positions' && movedPosition.test(text)) return <MovedPosition text={text} />;
  if (name === 'price' && priceOfOne.test(text)) return <PriceOfOne text={text} />;
  if (name === 'place' && placeAmongAll.test(text)) return <Place text={text} />;
  if (name === 'role') return roleName(text);
  const words =
    wordsOf(name, text, t) ??
    levelWords(name, text, t) ??
    (name === 'kind' ? transferKindText(text, tShared) : undefined);
  return words ?? <bdi className={styles.exact}>{text}</bdi>;
}

const accountKinds = ['available', 'held', 'rail_clearing', 'fees', 'exposure', 'corrections'] as const;

function MovedAccount({ text }: { text: string }) {
  const { t } = useTranslation('console');
  const {
    owner = '',
    kind = '',
    before = '',
    after = '',
    currency = '',
  } = movedAccount.exec(text)?.groups ?? {};
  const known = accountKinds.find((each) => each === kind);
  return (
    <>
      <bdi>{owner === 'house' ? t('books.house') : owner}</bdi> ·{' '}
      {known ? t(`books.accountKinds.${known}`) : kind}:{' '}
      <Moved before={before} after={after} currency={currency} />
    </>
  );
}

function MovedPosition({ text }: { text: string }) {
  const { before = '', after = '', currency = '' } = movedPosition.exec(text)?.groups ?? {};
  return <Moved before={before} after={after} currency={currency} />;
}

/** From left to right in every language: an arrow is not mirrored. */
function Moved({ before, after, currency }: { before: string; after: string; currency: string }) {
  return (
    <bdi dir="ltr">
      <Money amount={before} asset={currency} precision="all" /> →{' '}
      <Money amount={after} asset={currency} precision="all" />
    </bdi>
  );
}

function PriceOfOne({ text }: { text: string }) {
  const { usd = '', currency = '' } = priceOfOne.exec(text)?.groups ?? {};
  return (
    <bdi dir="ltr">
      <Money amount="1" asset={currency} /> = <Money amount={usd} asset="USD" precision="all" />
    </bdi>
  );
}

function Place({ text }: { text: string }) {
  const { t } = useTranslation('console');
  const formatTag = useFormatTag();
  const { place, count } = placeAmongAll.exec(text)?.groups ?? {};
  const shown = (number: string | undefined) => formatCount(Number(number), formatTag);
  return t('levels.placeOf', { place: shown(place), count: shown(count) });
}

const ways = ['passkey', 'password'] as const;
const freezers = ['link', 'operator'] as const;

/** Undefined: it has no words of its own. */
function wordsOf(name: string, text: string, t: TFunction<'console'>): string | undefined {
  const one = <Known extends string>(known: readonly Known[]) => known.find((each) => each === text);
  switch (name) {
    case 'permissions': {
      const permission = one(permissions);
      return permission && t(`permissions.${permission}`);
    }
    case 'state': {
      const state = one(listedWithdrawalStates);
      return state && t(`withdrawals.states.${state}`);
    }
    case 'kind': {
      const kind = one(proposalKinds);
      return kind && t(`proposals.kinds.${kind}`);
    }
    case 'template': {
      const template = one(correctionTemplates);
      return template && t(`books.correct.templates.${template}`);
    }
    case 'frozenBy': {
      const freezer = one(freezers);
      return freezer && t(`facts.freezers.${freezer}`);
    }
    case 'report': {
      const report = one(reportKinds);
      return report && t(`reports.kinds.${report}`);
    }
    case 'mail':
      return text === 'verify-email' ? t('facts.proofMail') : undefined;
    case 'way': {
      const way = one(ways);
      return way && t(`facts.ways.${way}`);
    }
    default: {
      // Each market by its symbol.
      const marketState = /^[A-Z0-9]+-[A-Z0-9]+$/.test(name) ? one(marketStates) : undefined;
      return marketState && t(`trading.marketStates.${marketState}`);
    }
  }
}
