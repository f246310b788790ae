import type { Logger } from 'pino';
import type { AccountPart } from './account-part.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import type { SecretBox } from './encryption.ts';
import type { Market } from './features/market/market.ts';
import type { Exchange } from './features/orders/exchange.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { MailTransport } from './mail/transport.ts';
import type { Rail } from './rails/rail.ts';
import type { MarketNews } from './realtime/market-news.ts';
import type { EventPublisher } from './realtime/publisher.ts';
import type { Settings } from './settings/settings.ts';

/** Shared by the features: made once when the app is built, passed down, never looked up. */
export interface Services {
  readonly config: Config;
  /** What the operator says of the business, and may change at any time. */
  readonly settings: Settings;
  readonly db: Database;
  readonly secretBox: SecretBox;
  readonly ledger: Ledger;
  readonly rail: Rail;
  readonly market: Market;
  /** The order books. */
  readonly exchange: Exchange;
  readonly mailTransport: MailTransport;
  readonly events: EventPublisher;
  readonly marketNews: MarketNews;
  readonly log: Logger;
  /** What the features keep of a person, for freezes and deletions. */
  readonly accountParts: readonly AccountPart[];
}
