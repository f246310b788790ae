import type { AssetCode } from '@mercury/contract/money/asset.ts';
import {
  reservationChange,
  sideOfOrder,
  tradeAmounts,
  type Book,
  type BookEvent,
  type Command,
  type Side,
} from '../../matching/book.ts';
import type { Reading } from './book-calls.ts';
import type { MarketTerms } from './market-terms.ts';

/** What the people of a batch can spend, as its commands go on. The database checks it again. */
export interface Funds {
  spendableFor(book: Book, command: Command): bigint;
  note(event: BookEvent): void;
}

export function createFunds({ base, quote, units }: MarketTerms, { people }: Reading): Funds {
  const spendable = new Map<string, bigint>();
  const nameOf = (personId: string, asset: AssetCode): string => `${personId} ${asset}`;
  for (const person of people ?? []) {
    spendable.set(nameOf(person.id, base), person.base);
    spendable.set(nameOf(person.id, quote), person.quote);
  }
  const add = (personId: string, asset: AssetCode, amount: bigint): void => {
    const name = nameOf(personId, asset);
    const before = spendable.get(name);
    if (before !== undefined) spendable.set(name, before + amount);
  };
  const spentBy = (side: Side): AssetCode => (side === 'BUY' ? quote : base);

  function noteTrade(event: Extract<BookEvent, { kind: 'traded' }>): void {
    const amounts = tradeAmounts(units, event);
    const isBuy = event.takerSide === 'BUY';
    const [given, received] = isBuy ? [quote, base] : [base, quote];
    const [givenAmount, receivedAmount] = isBuy
      ? [amounts.quote, amounts.base]
      : [amounts.base, amounts.quote];
    add(event.takerPersonId, given, -givenAmount);
    add(event.takerPersonId, received, receivedAmount - amounts.takerFee);
    add(event.makerPersonId, received, -receivedAmount);
    add(event.makerPersonId, given, givenAmount - amounts.makerFee);
  }

  return {
    spendableFor(book, command) {
      if (command.kind !== 'place' && command.kind !== 'amend') return 0n;
      const { personId, side } =
        command.kind === 'place'
          ? command.order
          : { personId: command.personId, side: sideOfOrder(book, command.orderId) };
      return side === undefined ? 0n : (spendable.get(nameOf(personId, spentBy(side))) ?? 0n);
    },
    note(event) {
      if (event.kind === 'refused') return;
      if (event.kind === 'traded') noteTrade(event);
      const change = reservationChange(units, event);
      if (change !== undefined) add(change.personId, change.asset === 'base' ? base : quote, -change.amount);
    },
  };
}
