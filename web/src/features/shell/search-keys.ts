/** The keys that open the search, as a person reads them and as a screen reader is told. */
const commandK = { shown: '⌘ K', ariaKeys: 'Meta+K', modifier: 'metaKey' } as const;
const controlK = { shown: 'Ctrl K', ariaKeys: 'Control+K', modifier: 'ctrlKey' } as const;

export function searchKeysOn(platform: string) {
  // On Apple's systems Ctrl K edits text.
  return /^(Mac|iP)/.test(platform) ? commandK : controlK;
}

type Press = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

export function isSearchPress(press: Press, platform: string): boolean {
  const { modifier } = searchKeysOn(platform);
  const other = modifier === 'metaKey' ? 'ctrlKey' : 'metaKey';
  if (!press[modifier] || press[other] || press.altKey || press.shiftKey) return false;
  // Where letters are not Latin, the key is known by its place.
  return /^[a-z]$/i.test(press.key) ? press.key.toLowerCase() === 'k' : press.code === 'KeyK';
}
