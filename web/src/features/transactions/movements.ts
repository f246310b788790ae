import type { LedgerLine } from '@mercury/contract/api/transactions.ts';

export interface Movement {
  transferId: string;
  kind: string;
  at: string;
  lines: LedgerLine[];
}

/** Lines of the books by the movement that they belong to, in the order in which it moved. */
export function movementsOf(entries: readonly LedgerLine[]): Movement[] {
  const movements = new Map<string, Movement>();
  for (const line of entries) {
    const { transferId, kind, at } = line;
    const movement = movements.get(transferId) ?? { transferId, kind, at, lines: [] };
    movement.lines.push(line);
    movements.set(transferId, movement);
  }
  return [...movements.values()];
}
