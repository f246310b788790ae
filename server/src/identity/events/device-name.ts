import Bowser from 'bowser';

/** "Chrome · Linux", as people know their devices; empty where the browser did not say. */
export function deviceNameOf(userAgent: string): string {
  // The library throws on an empty text.
  if (userAgent === '') return '';
  const { browser, os } = Bowser.parse(userAgent);
  return [browser.name, os.name].filter((name) => name !== undefined && name !== '').join(' · ');
}
