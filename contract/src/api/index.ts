import * as apiKeys from './api-keys.ts';
import * as auth from './auth.ts';
import * as config from './config.ts';
import * as contactForm from './contact-form.ts';
import * as contacts from './contacts.ts';
import * as deposits from './deposits.ts';
import type { Endpoint } from './endpoint.ts';
import * as levels from './levels.ts';
import * as market from './market.ts';
import * as markets from './markets.ts';
import * as notices from './notices.ts';
import * as orders from './orders.ts';
import * as passkeys from './passkeys.ts';
import * as passwordReset from './password-reset.ts';
import * as portfolio from './portfolio.ts';
import * as priceAlerts from './price-alerts.ts';
import * as recurringBuys from './recurring-buys.ts';
import * as sandbox from './sandbox.ts';
import * as security from './security.ts';
import * as status from './status.ts';
import * as trade from './trade.ts';
import * as transactions from './transactions.ts';
import * as twoFactor from './two-factor.ts';
import * as users from './users.ts';
import * as wallets from './wallets.ts';
import * as watchlist from './watchlist.ts';
import * as withdrawals from './withdrawals.ts';

/** Every call of the API by name. The server must bind all of them; the OpenAPI document lists them. */
export const endpoints = {
  register: auth.register,
  login: auth.login,
  logout: auth.logout,
  logoutByHash: auth.logoutByHash,
  verifyEmail: auth.verifyEmail,
  verifyCode: auth.verifyCode,
  resendVerification: auth.resendVerification,
  forgotPassword: passwordReset.forgotPassword,
  validateResetToken: passwordReset.validateResetToken,
  resetPassword: passwordReset.resetPassword,
  verifyTwoFactorSignIn: twoFactor.verifyTwoFactorSignIn,
  recoverTwoFactorSignIn: twoFactor.recoverTwoFactorSignIn,
  passkeyTwoFactorOptions: twoFactor.passkeyTwoFactorOptions,
  passkeyTwoFactorSignIn: twoFactor.passkeyTwoFactorSignIn,
  passkeySignInOptions: passkeys.passkeySignInOptions,
  passkeySignIn: passkeys.passkeySignIn,
  prove: security.prove,
  freezeAccount: security.freezeAccount,
  undoEmailChange: security.undoEmailChange,
  getProfile: users.getProfile,
  updateProfile: users.updateProfile,
  changePassword: users.changePassword,
  changeEmail: users.changeEmail,
  verifyNewEmail: users.verifyNewEmail,
  deleteAccount: users.deleteAccount,
  setUpTwoFactor: twoFactor.setUpTwoFactor,
  verifyTwoFactor: twoFactor.verifyTwoFactor,
  disableTwoFactor: twoFactor.disableTwoFactor,
  renewRecoveryCodes: twoFactor.renewRecoveryCodes,
  createPasskeyOptions: passkeys.createPasskeyOptions,
  createPasskey: passkeys.createPasskey,
  listPasskeys: passkeys.listPasskeys,
  deletePasskey: passkeys.deletePasskey,
  listApiKeys: apiKeys.listApiKeys,
  createApiKey: apiKeys.createApiKey,
  renewApiKey: apiKeys.renewApiKey,
  endApiKey: apiKeys.endApiKey,
  getSecurity: security.getSecurity,
  setPhrase: security.setPhrase,
  listSessions: security.listSessions,
  endSession: security.endSession,
  endOtherSessions: security.endOtherSessions,
  listSecurityEvents: security.listSecurityEvents,
  getLimits: levels.getLimits,
  getBalance: wallets.getBalance,
  getFirstSteps: wallets.getFirstSteps,
  transfer: wallets.transfer,
  findRecipient: wallets.findRecipient,
  setTransferLimit: wallets.setTransferLimit,
  topUp: wallets.topUp,
  claimTopUp: wallets.claimTopUp,
  getDepositAddress: deposits.getDepositAddress,
  deposit: deposits.deposit,
  withdraw: withdrawals.withdraw,
  verifyWithdrawal: withdrawals.verifyWithdrawal,
  resendWithdrawalCode: withdrawals.resendWithdrawalCode,
  cancelWithdrawal: withdrawals.cancelWithdrawal,
  cancelWithdrawalByLink: withdrawals.cancelWithdrawalByLink,
  listWithdrawalAddresses: withdrawals.listWithdrawalAddresses,
  createWithdrawalAddress: withdrawals.createWithdrawalAddress,
  deleteWithdrawalAddress: withdrawals.deleteWithdrawalAddress,
  setAllowList: withdrawals.setAllowList,
  listTransactions: transactions.listTransactions,
  getTransaction: transactions.getTransaction,
  exportTransactions: transactions.exportTransactions,
  getStatement: transactions.getStatement,
  listContacts: contacts.listContacts,
  createContact: contacts.createContact,
  getContact: contacts.getContact,
  updateContact: contacts.updateContact,
  deleteContact: contacts.deleteContact,
  getConfig: config.getConfig,
  getStatus: status.getStatus,
  sendContactMessage: contactForm.sendContactMessage,
  listMarketCoins: market.listMarketCoins,
  listAssetPrices: market.listAssetPrices,
  getMarketCoin: market.getMarketCoin,
  getMarketHistory: market.getMarketHistory,
  listWatchedCoins: watchlist.listWatchedCoins,
  watchCoin: watchlist.watchCoin,
  unwatchCoin: watchlist.unwatchCoin,
  createQuote: trade.createQuote,
  acceptQuote: trade.acceptQuote,
  listRecurringBuys: recurringBuys.listRecurringBuys,
  createRecurringBuy: recurringBuys.createRecurringBuy,
  pauseRecurringBuy: recurringBuys.pauseRecurringBuy,
  resumeRecurringBuy: recurringBuys.resumeRecurringBuy,
  deleteRecurringBuy: recurringBuys.deleteRecurringBuy,
  listPriceAlerts: priceAlerts.listPriceAlerts,
  createPriceAlert: priceAlerts.createPriceAlert,
  pausePriceAlert: priceAlerts.pausePriceAlert,
  resumePriceAlert: priceAlerts.resumePriceAlert,
  deletePriceAlert: priceAlerts.deletePriceAlert,
  listMarkets: markets.listMarkets,
  getMarket: markets.getMarket,
  getBook: markets.getBook,
  listTrades: markets.listTrades,
  listCandles: markets.listCandles,
  listFills: markets.listFills,
  getTradingFees: markets.getTradingFees,
  placeOrder: orders.placeOrder,
  listOrders: orders.listOrders,
  getOrder: orders.getOrder,
  amendOrder: orders.amendOrder,
  cancelOrder: orders.cancelOrder,
  cancelAllOrders: orders.cancelAllOrders,
  cancelOrdersAfter: orders.cancelOrdersAfter,
  listNotices: notices.listNotices,
  readNotices: notices.readNotices,
  getNoticeChoices: notices.getNoticeChoices,
  setNoticeChoice: notices.setNoticeChoice,
  getPortfolio: portfolio.getPortfolio,
  getSandboxPayment: sandbox.getSandboxPayment,
  paySandboxPayment: sandbox.paySandboxPayment,
} as const satisfies Record<string, Endpoint>;
export type EndpointName = keyof typeof endpoints;
