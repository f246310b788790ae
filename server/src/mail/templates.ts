/** Every mail that the product writes, with what it has to be told. The values are kept until the mail is sent. */
export interface MailTemplates {
  /** To prove that an address is the account's: the code to type and the token of the link to open. */
  'verify-email': { readonly username: string; readonly code: string; readonly token: string };
  /** To the owner of an account whose email somebody tried to register again. */
  'email-taken': { readonly username: string };
}
export type MailTemplateName = keyof MailTemplates;

export type MailOf<Name extends MailTemplateName = MailTemplateName> = {
  readonly [Each in Name]: { readonly template: Each; readonly values: MailTemplates[Each] };
}[Name];
