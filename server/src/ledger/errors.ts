/** A posting that no caller should have built: a bug of ours, not a refusal. Nothing was stored. */
export class PostingInvalidError extends Error {
  override readonly name = 'PostingInvalidError';
}
