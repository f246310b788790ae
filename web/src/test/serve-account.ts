import { getConfig } from '@mercury/contract/api/config.ts';
import { type Contact, listContacts } from '@mercury/contract/api/contacts.ts';
import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import { listAssetPrices, listMarketCoins } from '@mercury/contract/api/market.ts';
import { listMarkets } from '@mercury/contract/api/markets.ts';
import { getPortfolio } from '@mercury/contract/api/portfolio.ts';
import { listTransactions } from '@mercury/contract/api/transactions.ts';
import { findRecipient, getBalance, getFirstSteps, type Wallet } from '@mercury/contract/api/wallets.ts';
import { listWithdrawalAddresses, type WithdrawalAddress } from '@mercury/contract/api/withdrawals.ts';
import { balanceOf, configOf, portfolioOf, recipientOf } from './samples.ts';
import { server } from './stand-in-server.ts';

interface Account {
  wallets?: readonly Wallet[];
  contacts?: readonly Contact[];
  addresses?: readonly WithdrawalAddress[];
  isAllowListOn?: boolean;
  config?: Parameters<typeof configOf>[0];
}

/** What pages of a signed-in person ask for by themselves. */
export function serveAccount(account: Account = {}): void {
  const { wallets = [], contacts = [], addresses = [], isAllowListOn = false, config } = account;
  server.reply(getConfig, configOf(config));
  server.reply(getBalance, balanceOf(...wallets));
  server.reply(getPortfolio, portfolioOf());
  server.reply(getFirstSteps, { success: true, hasReceivedMoney: true, hasTraded: true });
  server.reply(listMarkets, { success: true, markets: [] });
  server.reply(listTransactions, { success: true, transactions: [], total: 0, nextCursor: null });
  server.reply(listContacts, { success: true, contacts: [...contacts] });
  server.reply(listWithdrawalAddresses, {
    success: true,
    addresses: [...addresses],
    isAllowListOn,
    allowListEndsAt: null,
  });
  server.replyBy(findRecipient, ({ query }) => ({
    success: true as const,
    recipient: recipientOf(query['to'] ?? ''),
  }));
  const prices: ReplyOf<typeof listMarketCoins> = {
    success: true,
    source: 'live',
    asOf: '2026-03-01T10:00:00.000Z',
    isStale: false,
    coins: [
      {
        id: 'bitcoin',
        name: 'Bitcoin',
        symbol: 'BTC',
        currentPrice: '60000',
        change24h: null,
        image: '/coins/btc.svg',
        week: [],
      },
      {
        id: 'ethereum',
        name: 'Ethereum',
        symbol: 'ETH',
        currentPrice: '3000',
        change24h: null,
        image: '/coins/eth.svg',
        week: [],
      },
    ],
  };
  server.reply(listMarketCoins, prices);
  server.reply(listAssetPrices, prices);
}
