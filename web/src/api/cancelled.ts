/** The person thought better of it. Nothing has happened, and nobody needs to be told. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled';
}
