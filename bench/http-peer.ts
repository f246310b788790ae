import { createHash } from 'node:crypto';
import Fastify from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import { openDatabase } from '../server/src/db/database.ts';
import { postByFunction } from './ledger-peers.ts';

/**
 * What ours is measured against: the same framework, driver and session check, and then nothing but the one call to the
 * database. No validation, no limits, no history, no reply that could be shown.
 */
process.once('message', (order) => {
  // What http.ts sends is this.
  void serve(order as { connectionString: string });
});

interface PeerTransferBody {
  readonly fromId: number;
  readonly toId: number;
  readonly amount: string;
}

async function serve({ connectionString }: { connectionString: string }): Promise<void> {
  const { pool } = openDatabase({ connectionString });
  const app = Fastify();

  async function findUserId(authorization: string | undefined): Promise<string | undefined> {
    const token = authorization?.slice('Bearer '.length) ?? '';
    const { rows } = await pool.query<{ user_id: string }>({
      name: 'peer-session',
      text: `select session.user_id, session.is_remembered, app_user.email_verified_at is not null as is_verified
             from session join app_user on app_user.id = session.user_id
             where session.token_hash = $1 and session.idle_expires_at > now() and app_user.deleted_at is null`,
      values: [createHash('sha256').update(token).digest()],
    });
    return rows[0]?.user_id;
  }

  app.post<{ Body: PeerTransferBody }>('/transfer', async (request, reply) => {
    if ((await findUserId(request.headers.authorization)) === undefined) return reply.code(401).send();
    const { fromId, toId, amount } = request.body;
    const key = String(request.headers['idempotency-key']);
    const transfer = { transferId: uuidv7(), fromId, toId, amount: BigInt(amount), key };
    return { outcome: await postByFunction(pool, transfer) };
  });

  app.get('/balance', async (request, reply) => {
    const userId = await findUserId(request.headers.authorization);
    if (userId === undefined) return reply.code(401).send();
    const { rows } = await pool.query<{ asset: string; balance: bigint }>({
      name: 'peer-balance',
      text: 'select asset, balance from account where owner_id = $1',
      values: [userId],
    });
    return { wallets: rows.map(({ asset, balance }) => ({ asset, balance: balance.toString() })) };
  });

  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  process.once('SIGTERM', () => process.exit(0));
  process.once('disconnect', () => process.exit(0));
  process.send?.(Number(new URL(url).port));
}
