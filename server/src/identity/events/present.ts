import type { SecurityEvent, SessionInfo } from '@mercury/contract/api/security.ts';
import type { SecurityEventRow, SessionRow } from '../account/queries.ts';
import { deviceNameOf } from './device-name.ts';

export function presentSession(row: SessionRow, currentId: string): SessionInfo {
  return {
    id: row.id,
    device: deviceNameOf(row.user_agent),
    networkAddress: row.network_address,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
    isCurrent: row.id === currentId,
  };
}

export function presentSecurityEvent(row: SecurityEventRow): SecurityEvent {
  return {
    id: row.id,
    kind: row.kind,
    actor: row.actor,
    device: deviceNameOf(row.user_agent),
    networkAddress: row.network_address,
    at: row.created_at.toISOString(),
  };
}
