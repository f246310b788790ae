import { consoleEvents } from '@mercury/contract/console/live.ts';
import {
  approveProposal,
  cancelProposal,
  getProposal,
  listProposals,
  type Proposal,
  refuseProposal,
} from '@mercury/contract/console/proposals.ts';
import { listStaff } from '@mercury/contract/console/staff.ts';
import { proveWithCode } from '@mercury/contract/console/access.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { meAs, omid, openConsole, proposalOf } from '../../test/console.tsx';
import { button, expectFieldError, expectToast, field } from '../../test/fields.ts';
import { currentPath } from '../../test/render-app.tsx';
import { server } from '../../test/stand-in-server.ts';

const dialog = () => page.getByRole('dialog', { name: 'Proposal' });
const open = proposalOf();

function answer(proposal: Proposal): void {
  server.replyBy(listProposals, ({ query }) => ({
    success: true as const,
    proposals: (query['ended'] === 'true') === (proposal.state !== 'open') ? [proposal] : [],
    nextCursor: null,
  }));
  server.reply(getProposal, { success: true, proposal });
}

async function openAt(path: string, proposal: Proposal): Promise<void> {
  await openConsole(path, 'owner', { answerProposals: () => answer(proposal) });
}

beforeEach(() => {
  server.reply(listStaff, {
    success: true,
    staff: [omid, { ...omid, id: meAs('owner').id }],
    invitations: [],
  });
});

describe('the approvals', () => {
  it('are those that wait and those that have ended, and a proposal opens at an address of its own', async () => {
    await openAt('/console/approvals', open);
    await page.getByRole('link', { name: /Change the role of a member of staff/ }).click();
    await expect.poll(currentPath).toBe(`/console/approvals/${open.id}`);
    await expect.element(dialog()).toMatchTextContent(/A new task/);
    await expect.element(dialog()).toMatchTextContent(/Omid Karimi/);
    await expect
      .element(dialog().getByRole('row', { name: 'Role Support \u2068Night desk\u2069' }))
      .toBeVisible();
    await expect
      .element(dialog().getByRole('row', { name: /^It may/ }))
      .toMatchTextContent(/See people and their accounts.*Write notes about people/);
    await page.getByRole('button', { name: 'Close' }).click();
    await expect.poll(currentPath).toBe('/console/approvals');
  });

  it('where nothing waits say so, and what a single member of staff must know', async () => {
    server.reply(listStaff, { success: true, staff: [omid], invitations: [] });
    await openConsole('/console/approvals', 'owner');
    await expect.element(page.getByText('Nothing waits')).toBeVisible();
    await expect.element(page.getByText(/You are the only member of staff/)).toBeVisible();
  });

  it('show what a colleague asks for while the page is open', async () => {
    const stream = server.keepOpen(consoleEvents);
    await openConsole('/console/approvals', 'owner', { answerLive: () => undefined });
    await expect.element(page.getByText('Nothing waits')).toBeVisible();
    answer(open);
    await stream.say('event: changed\ndata: ["proposals"]\n\n');
    await expect
      .element(page.getByRole('link', { name: /Change the role of a member of staff/ }))
      .toBeVisible();
  });

  it('that could not be loaded are asked for again', async () => {
    const answerProposals = () => server.refuse(listProposals, 'ServerError');
    await openConsole('/console/approvals', 'owner', { answerProposals });
    await expect.element(page.getByText('The proposals could not be loaded').first()).toBeVisible();
    answer(open);
    await button('Try again').first().click();
    await expect
      .element(page.getByRole('link', { name: /Change the role of a member of staff/ }))
      .toBeVisible();
  });
});

describe('a decision', () => {
  it('to approve asks for a proof, and shows what has become of it', async () => {
    await openAt(`/console/approvals/${open.id}`, open);
    server.refuse(approveProposal, 'ProofRequired');
    await button('Approve').click();
    server.reply(proveWithCode, { success: true, me: meAs('owner') });
    const done = proposalOf({
      state: 'done',
      mayDecide: false,
      decidedBy: { id: meAs('owner').id, name: 'Sara', email: 'sara@staff.example' },
      decidedAt: open.proposedAt,
    });
    server.reply(approveProposal, { success: true, proposal: done });
    answer(done);
    await field('Authenticator code').fill('123456');
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    await expectToast('Done');
    await expect.element(dialog()).toMatchTextContent(/This was done. sara@staff.example/);
    expect(button('Approve').query()).toBeNull();
  });

  it('that came too late says so, and shows the present state', async () => {
    await openAt(`/console/approvals/${open.id}`, open);
    await expect.element(button('Approve')).toBeVisible();
    server.refuse(approveProposal, 'ProposalOutdated', { message: 'It has changed.' });
    answer(proposalOf({ state: 'outdated', mayDecide: false, decidedAt: open.proposedAt }));
    await button('Approve').click();
    await expectToast('It has changed.');
    await expect.element(dialog()).toMatchTextContent(/changed in the meantime, so nothing was done/);
    expect(button('Approve').query()).toBeNull();
  });

  it('to refuse wants a reason', async () => {
    await openAt(`/console/approvals/${open.id}`, open);
    await button('Refuse').click();
    const refusal = page.getByRole('dialog', { name: 'Refuse this?' });
    const refuse = refusal.getByRole('button', { name: 'Refuse', exact: true });
    // It takes nothing away.
    await expect.element(refuse).toHaveAttribute('data-variant', 'primary');
    await refuse.click();
    await expectFieldError(field('Reason'), 'This field is required');
    const refused = proposalOf({ state: 'refused', mayDecide: false, decisionReason: 'Not now' });
    server.reply(refuseProposal, { success: true, proposal: refused });
    answer(refused);
    await field('Reason').fill('Not now');
    await refusal.getByRole('button', { name: 'Refuse', exact: true }).click();
    await expect.element(dialog()).toMatchTextContent(/This was refused.*Not now/);
    expect(server.calls(refuseProposal)[0]?.body).toEqual({ reason: 'Not now' });
  });

  it('about one’s own is to take it back', async () => {
    const own = proposalOf({ mayDecide: false, mayCancel: true, delayedUntil: '2098-01-01T00:00:00.000Z' });
    await openAt(`/console/approvals/${open.id}`, own);
    await expect.element(dialog()).toMatchTextContent(/Nobody else can approve this/);
    expect(button('Approve').query()).toBeNull();
    const cancelled = proposalOf({ state: 'cancelled', mayDecide: false });
    server.reply(cancelProposal, { success: true, proposal: cancelled });
    answer(cancelled);
    await button('Take it back').click();
    await expect.element(dialog()).toMatchTextContent(/This was cancelled/);
  });

  it('about one that there is not says that it could not be loaded', async () => {
    server.refuse(getProposal, 'NotFound', { message: 'Not there.' });
    await openConsole(`/console/approvals/${open.id}`, 'support');
    await expect.element(dialog()).toMatchTextContent(/could not be loaded/);
  });
});
