import type { AuditEntry } from '@mercury/contract/console/audit.ts';
import { correctionTemplates } from '@mercury/contract/console/books.ts';
import { isSettingName } from '@mercury/contract/console/setting-traits.ts';
import { useTranslation } from 'react-i18next';
import { transferKindText } from '../domain/transfer-kinds.ts';
import { Money } from '../ui/money.tsx';
import styles from './console.module.css';
import { settingName } from './settings/setting-name.ts';

// As the server calls what a proposal is about.
const trade =
  /^(?<given>[\d.]+) (?<givenCurrency>[A-Z0-9]+) → (?<received>[\d.]+) (?<receivedCurrency>[A-Z0-9]+), (?<where>.+)$/;
const correction = /^(?<template>[a-z_]+) · (?<amount>[\d.]+) (?<currency>[A-Z0-9]+)( · (?<person>@\S+))?$/;
const reversal = /^(?<kind>[a-z_]+) (?<id>[\da-f]{8}-[\da-f-]{27})$/;
const withdrawal = /^(?<amount>[\d.]+) (?<currency>[A-Z0-9]+), (?<person>\S+)$/;

/** In the reader's words and formats; as it was recorded where there are none. */
export function SubjectName({ name }: { name: string }) {
  const { t } = useTranslation('console');
  const { t: tShared } = useTranslation();
  if (isSettingName(name)) return <bdi>{settingName(name, t)}</bdi>;
  const traded = trade.exec(name)?.groups;
  if (traded) return <TradeName {...traded} />;
  const { template, amount, currency, person } =
    (correction.exec(name) ?? withdrawal.exec(name))?.groups ?? {};
  const known = correctionTemplates.find((each) => each === template);
  if (amount !== undefined && currency !== undefined && (known ?? template) === known)
    return (
      <span className={styles.recorded}>
        {known && `${t(`books.correct.templates.${known}`)} · `}
        <Money amount={amount} asset={currency} precision="exact" />
        {person !== undefined && (
          <>
            {' · '}
            <bdi dir="ltr">{person}</bdi>
          </>
        )}
      </span>
    );
  const { kind = '', id } = reversal.exec(name)?.groups ?? {};
  const kindText = transferKindText(kind, tShared);
  if (kindText !== undefined)
    return (
      <>
        {kindText} <bdi dir="ltr">{id}</bdi>
      </>
    );
  return <bdi>{name}</bdi>;
}

/** From left to right in every language: an arrow is not mirrored. */
function TradeName({
  given = '',
  givenCurrency = '',
  received = '',
  receivedCurrency = '',
  where = '',
}: Readonly<Record<string, string>>) {
  return (
    <span className={styles.recorded}>
      <bdi dir="ltr">
        <Money amount={given} asset={givenCurrency} precision="exact" /> →{' '}
        <Money amount={received} asset={receivedCurrency} precision="exact" />
      </bdi>
      {' · '}
      <bdi>{where}</bdi>
    </span>
  );
}

/** Ids of these are names themselves. */
const namedByIds: readonly string[] = ['asset', 'market', 'setting'];

/** Undefined: it is known by its id alone. */
export function recordedName(entry: AuditEntry): string | undefined {
  const { subjectKind, subjectId, subjectName, before, after } = entry;
  if (subjectName !== null) return subjectName;
  const textOf = (name: string): string | undefined => {
    const value = after?.[name] ?? before?.[name];
    return typeof value === 'string' ? value : undefined;
  };
  switch (subjectKind) {
    case null:
      return undefined;
    case 'level':
    case 'role':
      return textOf(subjectKind);
    case 'invitation':
      return textOf('email');
    case 'outside_trade':
      return `${textOf('given')} → ${textOf('received')}, ${textOf('venue')} ${textOf('reference')}`;
    default:
      return namedByIds.some((kind) => kind === subjectKind) ? (subjectId ?? undefined) : undefined;
  }
}
