import { productName } from '@mercury/contract/product.ts';
import { dayOf } from '../i18n/calendar.ts';

/** Without it, spreadsheets assume one of their old encodings. Reading a reply as text drops it. */
const byteOrderMark = '\ufeff';

/** `topic` is a part of the file's name, such as "audit". */
export function saveCsv(csv: string, topic: string): void {
  const content = [byteOrderMark, csv.replace(byteOrderMark, '')];
  const url = URL.createObjectURL(new Blob(content, { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${productName.toLowerCase()}-${topic}-${dayOf(new Date())}.csv`;
  link.click();
  URL.revokeObjectURL(url);
}
