import type { BrowserContext, ConsoleMessage } from '@playwright/test';

interface Problem {
  text: string;
  url: string;
}

interface Exception {
  /** Part of the message. */
  text: string | RegExp;
  /** Part of the address that the message is about. */
  url: string;
}

const violationMark = 'A policy was violated:';

/** Collects what a browser complains of; a test must say beforehand which complaint is right, and of what. */
export class BrowserWatch {
  private readonly problems: Problem[] = [];
  private readonly exceptions: Exception[] = [];

  /** The browser writes a line of its own for each refused call, which a test of refusals can't avoid. */
  expectRefusal(status: number, path: string): void {
    this.exceptions.push({ text: `the server responded with a status of ${status}`, url: path });
  }

  /** The same for a call that gets no answer, because the test cut the line. */
  expectLostConnection(path: string): void {
    this.exceptions.push({ text: /net::ERR_(FAILED|INTERNET_DISCONNECTED|ABORTED)/, url: path });
  }

  /** A part of the page that can't be fetched: the browser says so, and the app says which. */
  expectMissingPart(path: string): void {
    this.expectLostConnection(path);
    this.exceptions.push({ text: /dynamically imported module/, url: '' });
  }

  /** The security policy forbids what the test tries, and the browser says so. */
  expectViolation(directive: string): void {
    this.exceptions.push({ text: directive, url: '' });
  }

  async watch(context: BrowserContext): Promise<void> {
    context.on('console', (message) => this.take(message));
    context.on('weberror', (webError) => this.problems.push({ text: String(webError.error()), url: '' }));
    await context.addInitScript((mark) => {
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
        // The console is what is listened to.
        // oxlint-disable-next-line no-console
        console.error(mark, violatedDirective, blockedURI, sample);
      });
    }, violationMark);
  }

  unexpected(): readonly Problem[] {
    return this.problems.filter(
      (problem) =>
        !this.exceptions.some(
          ({ text, url }) =>
            problem.url.includes(url) &&
            (typeof text === 'string' ? problem.text.includes(text) : text.test(problem.text)),
        ),
    );
  }

  private take(message: ConsoleMessage): void {
    if (message.type() !== 'error') return;
    this.problems.push({ text: message.text(), url: message.location().url });
  }
}
