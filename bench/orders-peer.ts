import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import type { Books } from './ledger-books.ts';

/**
 * What we measure order books against: an exchange as older ones are built. It matches in memory, and then an executor writes one
 * trade after the other, each in a transaction of its own that locks the rows of both orders and of both people. Its tables have
 * the shape of ours and none of the rules that our database enforces.
 */
const schema = `
  create table peer.trader (
    person integer not null, asset text not null, balance numeric(38, 0) not null check (balance >= 0),
    locked numeric(38, 0) not null default 0 check (locked >= 0), primary key (person, asset)
  ) with (fillfactor = 60);
  create table peer.book_order (
    id uuid primary key, person integer not null, side text not null, price bigint not null, quantity bigint not null,
    remaining bigint not null check (remaining >= 0), state text not null, created_at timestamptz not null default now()
  ) with (fillfactor = 80);
  create table peer.trade (
    id uuid primary key, maker_id uuid not null references peer.book_order (id),
    taker_id uuid not null references peer.book_order (id), price bigint not null, quantity bigint not null,
    created_at timestamptz not null default now()
  );
  create table peer.movement (
    id bigint primary key generated always as identity, trade_id uuid not null references peer.trade (id),
    person integer not null, asset text not null, amount numeric(38, 0) not null
  );
  insert into peer.trader (person, asset, balance)
  select person, asset, 1e15 from generate_series(0, 999) as person cross join (values ('MRCY'), ('USD')) as asset (asset);
`;

const peopleCount = 1000;

interface PeerOrder {
  readonly id: string;
  readonly person: number;
  readonly side: 'BUY' | 'SELL';
  readonly price: number;
}

/** Orders of one lot; half of all cross. Resolves once all that an order traded is committed. */
export async function openPeerExchange({ db }: Books): Promise<() => Promise<void>> {
  await db.pool.query(schema);
  const resting: Record<'BUY' | 'SELL', PeerOrder[]> = { BUY: [], SELL: [] };
  // One executor: trades of a market are written in their sequence.
  let executor = Promise.resolve();
  return async () => {
    const side = Math.random() < 0.5 ? 'BUY' : 'SELL';
    const isCrossing = Math.random() < 0.5;
    const order = {
      id: uuidv7(),
      person: Math.floor(Math.random() * peopleCount),
      side,
      price: 5700,
    } as const;
    await place(db.pool, order);
    const maker = isCrossing ? resting[side === 'BUY' ? 'SELL' : 'BUY'].shift() : undefined;
    if (maker === undefined) {
      resting[side].push(order);
      return;
    }
    executor = executor.then(() => execute(db.pool, maker, order));
    await executor;
  };
}

async function inOwnTransaction(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<void>,
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await work(client);
    await client.query('commit');
  } finally {
    client.release();
  }
}

/** Locks what the order may spend. */
function place(pool: pg.Pool, { id, person, side, price }: PeerOrder): Promise<void> {
  return inOwnTransaction(pool, async (client) => {
    await client.query({
      name: 'peer-reserve',
      text: `update peer.trader set balance = balance - $3::numeric, locked = locked + $3::numeric where person = $1 and asset = $2`,
      values: [person, side === 'BUY' ? 'USD' : 'MRCY', side === 'BUY' ? price : 1],
    });
    await client.query({
      name: 'peer-order',
      text: `insert into peer.book_order (id, person, side, price, quantity, remaining, state) values ($1, $2, $3, $4, 1, 1, 'wait')`,
      values: [id, person, side, price],
    });
  });
}

function execute(pool: pg.Pool, maker: PeerOrder, taker: PeerOrder): Promise<void> {
  const [buyer, seller] = taker.side === 'BUY' ? [taker, maker] : [maker, taker];
  const { price } = maker;
  return inOwnTransaction(pool, async (client) => {
    await client.query({
      name: 'peer-lock-orders',
      text: 'select from peer.book_order where id = any ($1::uuid[]) order by id for update',
      values: [[maker.id, taker.id]],
    });
    await client.query({
      name: 'peer-lock-traders',
      text: 'select from peer.trader where person = any ($1::integer[]) order by person, asset for update',
      values: [[buyer.person, seller.person]],
    });
    const tradeId = uuidv7();
    await client.query({
      name: 'peer-trade',
      text: 'insert into peer.trade (id, maker_id, taker_id, price, quantity) values ($1, $2, $3, $4, 1)',
      values: [tradeId, maker.id, taker.id, price],
    });
    await client.query({
      name: 'peer-fill',
      text: `update peer.book_order set remaining = 0, state = 'done' where id = any ($1::uuid[])`,
      values: [[maker.id, taker.id]],
    });
    const lines: [number, string, number][] = [
      [buyer.person, 'USD', -price],
      [buyer.person, 'MRCY', 1],
      [seller.person, 'MRCY', -1],
      [seller.person, 'USD', price],
    ];
    for (const [person, asset, amount] of lines) {
      await client.query({
        name: 'peer-move',
        text: `with moved as (
                 update peer.trader set balance = balance + greatest($3::numeric, 0), locked = locked + least($3::numeric, 0)
                 where person = $1 and asset = $2
               )
               insert into peer.movement (trade_id, person, asset, amount) values ($4, $1, $2, $3::numeric)`,
        values: [person, asset, amount, tradeId],
      });
    }
  });
}
