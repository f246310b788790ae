import { hasPublicName } from '../../identity/person/public-name.ts';

/**
 * SQL: who is behind the address of a transfer's other side. It is looked up and never stored, so that a deletion takes the name
 * out of everybody's history at once.
 */
export const counterpartyUsername = (row: string): string => `
  case when ${row}.type = 'TRANSFER' then (
    select other.username from app_user other where other.address = ${row}.counterparty and ${hasPublicName('other')}
  ) end`;
