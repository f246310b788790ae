import type { Notice } from '@mercury/contract/api/notices.ts';

/** More messages at once than these nobody reads: the bell has the rest. */
const arrivalsToldMax = 3;

/**
 * What came since the last answer, the oldest first: unread, and newer than the newest that was known. Ids are given out in
 * the order of time. The first answer tells nothing: what it brings came before anybody looked.
 */
export function arrivalsSince(
  newestKnownId: string | undefined,
  notices: readonly Pick<Notice, 'id' | 'isRead'>[],
): string[] {
  if (newestKnownId === undefined) return [];
  const arrived = notices.filter(({ id, isRead }) => !isRead && id > newestKnownId).map(({ id }) => id);
  return arrived.toSorted().slice(-arrivalsToldMax);
}

/** Empty before all ids, where there are no notices. */
export function newestIdOf(notices: readonly Pick<Notice, 'id'>[]): string {
  return notices.reduce((newest, { id }) => (id > newest ? id : newest), '');
}
