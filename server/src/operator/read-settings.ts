import { RefusedError } from './command.ts';

/** Of words such as `tick=0.1 lot=0.01`: a value ends at the next name. Another name, or the same one twice, is refused. */
export function readSettings<Name extends string>(
  text: string,
  names: readonly Name[],
): Readonly<Partial<Record<Name, string>>> {
  const read: Partial<Record<Name, string>> = {};
  for (const word of text
    .trim()
    .split(/\s+(?=[^\s=]*=)/)
    .filter((each) => each !== '')) {
    const at = word.indexOf('=');
    const name = names.find((known) => known === word.slice(0, at));
    if (at < 0 || name === undefined) {
      throw new RefusedError(
        `${JSON.stringify(word)} is no setting; there are ${names.map((each) => `${each}=`).join(', ')}`,
      );
    }
    if (read[name] !== undefined) throw new RefusedError(`${name} is said twice`);
    read[name] = word.slice(at + 1);
  }
  return read;
}
