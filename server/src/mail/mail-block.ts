/** A labelled fact, for example a time or a device. Addresses and names of devices are left-to-right. */
export interface MailFact {
  readonly label: string;
  readonly value: string;
  readonly isLeftToRight: boolean;
}

/**
 * A mail's parts from top to bottom. Codes and links have lines of their own, so that people can copy them and programs can read
 * them.
 */
export type MailBlock =
  | { readonly kind: 'phrase'; readonly label: string; readonly phrase: string; readonly whyShown: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'facts'; readonly facts: readonly MailFact[] }
  | { readonly kind: 'code'; readonly code: string }
  /** Foreign words, possibly of several lines, marked as not ours. */
  | { readonly kind: 'quote'; readonly lines: readonly string[] }
  | { readonly kind: 'link'; readonly label: string; readonly url: string; readonly isMain: boolean };

/** A mail without the parts that all mails share: phrase, greeting, signature. */
export interface ComposedMail {
  readonly subject: string;
  /** The first paragraph, which lists of mails show beside the subject. */
  readonly summary: string;
  readonly blocks: readonly MailBlock[];
  /**
   * The address for replies, if the mail passes a visitor's message to the operator. Such a mail has no greeting and no
   * signature: they would be the operator's own.
   */
  readonly replyTo?: string;
}
