import * as auth from './auth.ts';
import * as config from './config.ts';
import * as contacts from './contacts.ts';
import type { Endpoint } from './endpoint.ts';
import * as events from './events.ts';
import * as sandbox from './sandbox.ts';
import * as transactions from './transactions.ts';
import * as users from './users.ts';
import * as wallets from './wallets.ts';

/** Every call of the API by name: what the server must bind, and what the OpenAPI document lists. */
export const endpoints = {
  register: auth.register,
  login: auth.login,
  logout: auth.logout,
  verifyEmail: auth.verifyEmail,
  verifyCode: auth.verifyCode,
  resendVerification: auth.resendVerification,
  getProfile: users.getProfile,
  updateProfile: users.updateProfile,
  getBalance: wallets.getBalance,
  transfer: wallets.transfer,
  topUp: wallets.topUp,
  listTransactions: transactions.listTransactions,
  getTransaction: transactions.getTransaction,
  listContacts: contacts.listContacts,
  createContact: contacts.createContact,
  getContact: contacts.getContact,
  updateContact: contacts.updateContact,
  deleteContact: contacts.deleteContact,
  createEventTicket: events.createEventTicket,
  getConfig: config.getConfig,
  getSandboxPayment: sandbox.getSandboxPayment,
  paySandboxPayment: sandbox.paySandboxPayment,
} as const satisfies Record<string, Endpoint>;
export type EndpointName = keyof typeof endpoints;
