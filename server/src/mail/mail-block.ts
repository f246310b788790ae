/** One thing that happened: when, on which device. Addresses and names of devices are read from left to right. */
export interface MailFact {
  readonly label: string;
  readonly value: string;
  readonly isLeftToRight: boolean;
}

/** A mail's parts from top to bottom. A code and a link stand on lines of their own, to be copied or read by programs. */
export type MailBlock =
  | { readonly kind: 'phrase'; readonly label: string; readonly phrase: string; readonly whyShown: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'facts'; readonly facts: readonly MailFact[] }
  | { readonly kind: 'code'; readonly code: string }
  /** Somebody else's words, which may have several lines and are told apart from ours. */
  | { readonly kind: 'quote'; readonly lines: readonly string[] }
  | { readonly kind: 'link'; readonly label: string; readonly url: string; readonly isMain: boolean };

/** A mail without what all mails have: the phrase, the greeting, the signature. */
export interface ComposedMail {
  readonly subject: string;
  /** The first paragraph, which lists of mails show beside the subject. */
  readonly summary: string;
  readonly blocks: readonly MailBlock[];
  /**
   * Whom an answer goes to, where the mail passes on to the operator what somebody wrote. Such a mail has neither a
   * greeting nor a signature: they would be the operator's own.
   */
  readonly replyTo?: string;
}
