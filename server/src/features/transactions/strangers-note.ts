/**
 * SQL on a row of history: whether its note is from somebody whom its person neither keeps as a contact nor ever paid. Anybody
 * can send such a note.
 */
export function isNoteFromStranger(row: 'row' | 'history'): string {
  return `(
    ${row}.type = 'TRANSFER' and ${row}.direction = 'in' and ${row}.note <> ''
    and not exists (
      select from contact where contact.user_id = ${row}.user_id and contact.wallet_address = ${row}.counterparty
    )
    and not exists (
      select from paid_recipient paid where paid.user_id = ${row}.user_id and paid.address = ${row}.counterparty
    )
  )`;
}
