import { productName } from '@mercury/contract/product.ts';

interface RecoveryCodesText {
  /** Such as "Mercury recovery codes". */
  heading: string;
  email: string;
  note: string;
  codes: readonly string[];
}

/** What is kept of the codes: whose they are, what they are for, one on each line. */
export function recoveryCodesText({ heading, email, note, codes }: RecoveryCodesText): string {
  return [heading, email, '', ...codes, '', note, ''].join('\n');
}

/** Hands a text to the browser as a file, without asking anybody for it again. */
export function downloadText(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${productName.toLowerCase()}-recovery-codes.txt`;
  link.click();
  URL.revokeObjectURL(url);
}
