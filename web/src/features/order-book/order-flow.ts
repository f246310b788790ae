import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Attempt, MeantOrder } from '../../domain/attempts.ts';
import { useDraft, useFinishDialog, useFollowingDraft } from '../../domain/drafts.ts';
import { useDialogStep, useOpenedBy } from '../../domain/opened-by.ts';
import type { Side } from './estimate.ts';
import { emptyDraft, isOrderDraft, type OrderBody, type OrderDraft } from './order-draft.ts';
import { isAnswerLost, orderAttempts, usePlaceOrder } from './use-place-order.ts';

interface Reviewed {
  body: OrderBody;
  draft: OrderDraft;
  /** In the sheet it has an entry of its own: Back leads from it to the form. */
  isStep: boolean;
  /** The same was sent before and got no answer. */
  isRepeat: boolean;
  /** What was confirmed: another press tries the same again. */
  attempt?: Attempt<OrderBody>;
}

/** On a phone the form is a sheet. What is on its way stays in view there: a turned tablet, a narrowed window. */
function useSheet(isPhone: boolean, isUnderWay: boolean) {
  const { isOpen, open, close } = useOpenedBy('order');
  const wasPhone = useRef(isPhone);
  const stayInView = useEffectEvent(() => {
    if (isUnderWay) open();
  });
  useEffect(() => {
    if (isPhone && !wasPhone.current) stayInView();
    wasPhone.current = isPhone;
  }, [isPhone]);
  // Elsewhere the form stands in the page.
  useEffect(() => {
    if (isOpen && !isPhone) close();
  }, [close, isOpen, isPhone]);
  return { isOpen, open, close };
}

/** What was typed survives a reload, but not once the order was placed. */
function useTypedOrder() {
  const { values } = useDraft('order', emptyDraft, { isUsable: isOrderDraft });
  return useState<OrderDraft>(values);
}

const isUntouched = (draft: OrderDraft) => JSON.stringify(draft) === JSON.stringify(emptyDraft);

/** An order on its way: edit, review, result. It outlives the form, which stands elsewhere on a narrower screen. */
export function useOrderFlow(isPhone: boolean) {
  const place = usePlaceOrder();
  const [draft, setDraft] = useTypedOrder();
  const [last, setLast] = useState<Reviewed | null>(null);
  const isPlaced = place.data !== undefined;
  const sheet = useSheet(isPhone, last !== null || isPlaced);
  const step = useDialogStep('review', sheet.isOpen);
  const isLeft = isPhone && last?.isStep === true && !step.isShown;
  const reviewed = isLeft ? null : last;
  useFollowingDraft('order', isPlaced || isUntouched(draft) ? undefined : draft);
  useFinishedSheet(isPlaced);

  function edit(next: OrderDraft) {
    // One that is being placed stays in view until its answer is there.
    if (place.isPending) return;
    place.reset();
    setLast(null);
    setDraft(next);
  }

  function review(body: OrderBody) {
    place.reset();
    setLast({ body, draft, isStep: sheet.isOpen, isRepeat: orderAttempts.isLost(body) });
    if (sheet.isOpen) step.open();
  }

  function confirm(shown: Reviewed, meant: MeantOrder | undefined) {
    const attempt = shown.attempt ?? orderAttempts.choose(shown.body, meant);
    // Another tab may have lost one meanwhile: then the review asks.
    setLast({ ...shown, isRepeat: shown.isRepeat || attempt === undefined, ...(attempt && { attempt }) });
    if (attempt) place.mutate(attempt);
  }

  function goBack() {
    if (last?.isStep && step.isShown) step.leave();
    else edit(draft);
  }

  /** The form for the next order. The sheet of the one before is over. */
  function editNext(next: OrderDraft) {
    edit(next);
    if (sheet.isOpen) sheet.open();
  }

  function openSheet(side: Side) {
    if (isPlaced || draft.side !== side) edit({ ...draft, side, amount: '' });
    sheet.open();
  }

  /** While an answer is lost, the order in view stays what it was. */
  const isLost = reviewed !== null && isAnswerLost(place.error);
  return {
    place,
    draft,
    edit,
    editNext,
    reviewed,
    review,
    confirm,
    goBack,
    isLost,
    sheet: { ...sheet, openSheet },
  };
}
export type OrderFlow = ReturnType<typeof useOrderFlow>;

/** A reload finds the page once the order was placed, instead of an empty form. */
function useFinishedSheet(isPlaced: boolean): void {
  const finish = useEffectEvent(useFinishDialog());
  useEffect(() => {
    if (isPlaced) finish();
  }, [isPlaced]);
}
