import { useCallback, useEffect, useState } from 'react';
import { useDialogEntry } from './dialog-entry.ts';
import { useOpenings } from './dialog-openings.ts';
import { type DialogQuery, queryWithDialog } from './dialog-query.ts';
import { useDialogSteps } from './dialog-steps.ts';

/** What an entry keeps of a dialog that is about nothing in particular. */
const noSubject = '';

function queryOf(name: string, id: string): DialogQuery {
  if (name === 'transaction') return { transaction: id };
  return { dialog: name, 'dialog-id': id === noSubject ? undefined : id };
}

/** What the dialog is about; undefined if the address names another dialog, or none. */
function subjectOf(search: URLSearchParams, name: string): string | undefined {
  if (name === 'transaction') return search.get('transaction') ?? undefined;
  return search.get('dialog') === name ? (search.get('dialog-id') ?? noSubject) : undefined;
}

/** A link to a page with one of its dialogs above it. */
export function openedPath(pathname: string, name: string): string {
  return `${pathname}${queryWithDialog(new URLSearchParams(), queryOf(name, noSubject))}`;
}

/** Whether a press opened what the address names now. A reload did not, nor did Forward. */
function usePress(isNamed: boolean) {
  const [isPressed, setIsPressed] = useState(false);
  const [wasNamed, setWasNamed] = useState(false);
  if (isNamed !== wasNamed) {
    setWasNamed(isNamed);
    // The next opening needs a press of its own.
    if (!isNamed) setIsPressed(false);
  }
  const press = useCallback(() => setIsPressed(true), []);
  return { isPressed, press };
}

interface OpenedByOptions {
  /** False for a dialog that lives on what only a press gives it, or that shows secrets: a reload returns to the page below. */
  isRestored?: boolean;
}

/**
 * A dialog that the address opens by a name of its own: Back closes it, a reload restores it. `key` is another one for each
 * opening, so that each starts fresh, and 0 before the first. `id` says what the dialog is about; it stays while the dialog closes.
 */
export function useOpenedBy(name: string, { isRestored = true }: OpenedByOptions = {}) {
  const { search, entry, isFinished, continues, open: openQuery, close: closeEntry } = useDialogEntry();
  const named = subjectOf(new URLSearchParams(search), name);
  const isNamed = named !== undefined;
  const { isPressed, press } = usePress(isNamed);
  const close = useCallback(() => {
    if (isNamed) closeEntry();
  }, [closeEntry, isNamed]);
  const isOver = isFinished || !(isRestored || isPressed);
  const { isOpen, shown, opening } = useOpenings({ named, entry, isFinished: isOver, continues, close });

  const open = useCallback(
    (subject = noSubject) => {
      press();
      openQuery(queryOf(name, subject));
    },
    [name, openQuery, press],
  );
  return { isOpen, key: opening, id: shown ?? noSubject, open, close };
}

/** A dialog about one of these, which are undefined until they are loaded. One that is gone opens nothing. */
export function useOpenedFor<Item extends { id: string }>(name: string, items: readonly Item[] | undefined) {
  const { isOpen, key, id, open: openBy, close } = useOpenedBy(name);
  const found = items?.find((item) => item.id === id);
  // It stays while the dialog closes, and while it says what became of an item that has just gone.
  const [last, setLast] = useState<Item>();
  if (found !== undefined && found.id !== last?.id) setLast(found);
  const item = found ?? (last?.id === id ? last : undefined);

  const open = useCallback(({ id }: Item) => openBy(id), [openBy]);
  const isGone = isOpen && items !== undefined && item === undefined;
  useEffect(() => {
    if (isGone) close();
  }, [close, isGone]);
  return { isOpen: isOpen && item !== undefined, key, item, open, close };
}

/**
 * A step of an open dialog, such as its review: Back leads to the step before it. What it shows is known to this page alone, so a
 * reload returns to the dialog's own entry, and to what was typed there.
 */
export function useDialogStep(name: string, isDialogOpen: boolean) {
  const { step, isHeld, openStep, leaveStep } = useDialogSteps();
  const isNamed = step === name;
  const { isPressed, press } = usePress(isNamed);
  const isOpen = isNamed && isPressed;
  const [isShown, setIsShown] = useState(isOpen);
  // A dialog that closes stays as it is.
  if (isDialogOpen && !isHeld && isShown !== isOpen) setIsShown(isOpen);
  const isOver = isNamed && !isPressed;
  useEffect(() => {
    if (isOver) leaveStep();
  }, [isOver, leaveStep]);
  const open = useCallback(() => {
    press();
    openStep(name);
  }, [name, openStep, press]);
  return { isShown, open, leave: leaveStep };
}
