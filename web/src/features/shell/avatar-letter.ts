/** The first letter of the name, or 'U' where there is no name. */
export function avatarLetter(name: string): string {
  // By code point, so that a letter outside the basic plane isn't cut in half.
  const [first] = name.trim();
  return first?.toLocaleUpperCase() ?? 'U';
}
