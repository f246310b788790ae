import { randomBytes } from 'node:crypto';
import { type APIRequestContext, expect, type Locator, type Page, type Response } from '@playwright/test';
import type { Person } from './accounts.ts';
import { field } from './people.ts';
import type { Texts } from './texts.ts';

export const quotePath = '/v1/quotes';

interface QuoteReply {
  quote: { id: string; fromAmount: string; toAmount: string; createdAt: string; expiresAt: string };
}

function headersOf({ token }: Person) {
  return { authorization: `Bearer ${token}`, 'idempotency-key': randomBytes(16).toString('hex') };
}

/** What can be spent of a currency; "0" where there is no wallet of it yet. */
export async function availableOf(
  request: APIRequestContext,
  person: Person,
  currency: string,
): Promise<string> {
  const response = await request.get('/v1/wallets/balance', { headers: headersOf(person) });
  const { wallets }: { wallets: { currency: string; availableBalance: string }[] } = await response.json();
  return wallets.find((wallet) => wallet.currency === currency)?.availableBalance ?? '0';
}

/** Takes an offer without a browser, as another tab would. */
export async function acceptByApi(
  request: APIRequestContext,
  person: Person,
  { id, fromAmount, toAmount }: QuoteReply['quote'],
): Promise<void> {
  const response = await request.post(`${quotePath}/${id}/accept`, {
    headers: headersOf(person),
    data: { fromAmount, toAmount },
  });
  expect(response.ok(), await response.text()).toBe(true);
}

/** The page of a trade, by the names that a person sees. */
export class TradeScreen {
  readonly page: Page;
  private readonly texts: Texts;

  constructor(page: Page, texts: Texts) {
    this.page = page;
    this.texts = texts;
  }

  async open(search = ''): Promise<void> {
    await this.page.goto(`/dashboard/trade${search}`);
    await expect(this.page.getByRole('tab', { name: this.texts.t('trade.type.buy') })).toBeVisible();
  }

  given(type: 'buy' | 'sell' | 'exchange'): Locator {
    return field(this.page.locator('main'), this.texts.t(`trade.give.${type}`));
  }

  get got(): Locator {
    return field(this.page.locator('main'), this.texts.t('trade.get'));
  }

  /** The button that opens the choice of a side's currency. */
  picker(side: 'from' | 'to'): Locator {
    const name = this.texts.t(side === 'from' ? 'trade.payWith' : 'trade.receive');
    return this.page.locator('main').getByRole('combobox', { name });
  }

  get countdown(): Locator {
    return this.page.getByTestId('countdown').last();
  }

  get reviewButton(): Locator {
    return this.page.getByRole('button', { name: this.texts.t('trade.review'), exact: true });
  }

  /** Types, and answers what the server offered for it. */
  async type(side: Locator, amountAsTyped: string): Promise<QuoteReply['quote']> {
    const answered = this.nextQuote();
    await side.fill(amountAsTyped);
    return quoteIn(await answered);
  }

  async nextQuote(): Promise<Response> {
    return this.page.waitForResponse(
      (response) => response.url().endsWith(quotePath) && response.status() === 201,
      { timeout: 25_000 },
    );
  }

  async review(type: 'buy' | 'sell' | 'exchange'): Promise<Locator> {
    await this.reviewButton.click();
    const dialog = this.page.getByRole('dialog', {
      name: this.texts.t(`trade.reviewTitle.${type}`),
      exact: true,
    });
    await expect(dialog).toBeVisible();
    return dialog;
  }

  confirmIn(dialog: Locator): Locator {
    return dialog.getByRole('button', { name: this.texts.t('trade.confirm'), exact: true });
  }

  outcome(type: 'buy' | 'sell' | 'exchange'): Locator {
    return this.page.getByRole('dialog', { name: this.texts.t(`trade.done.${type}`), exact: true });
  }
}

export async function quoteIn(response: Response): Promise<QuoteReply['quote']> {
  const { quote }: QuoteReply = await response.json();
  return quote;
}

/** An amount as a person sees it in a list: with its unit behind a space that does not break. */
export function shown({ money }: Texts, amount: string, currency: string): string {
  return money(amount, currency).replace(' ', '\u00a0');
}
