import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import * as z from 'zod/mini';
import { markOf, session } from '../api/session.ts';
import { readStored, removeStored, writePreference } from '../storage.ts';
import { type DialogAddress, useDialogAddress } from './dialog-address.ts';
import { useDialogEntry } from './dialog-entry.ts';
import { ownEntryOf } from './entry-state.ts';

const storageKey = 'drafts';
/** A person who goes back further than this begins anew. */
export const draftsMax = 10;
/** Characters of one draft as it is kept. No form of ours needs a tenth of it. */
export const draftLengthMax = 4096;

/** What was typed into the forms of one entry of the history, by the form's name. */
const keptSchema = z.object({
  /** The session that typed it. */
  mark: z.nullable(z.string()),
  drafts: z.array(
    z.object({ entry: z.string(), forms: z.record(z.string(), z.record(z.string(), z.unknown())) }),
  ),
});
type KeptDraft = z.output<typeof keptSchema>['drafts'][number];

/** For whoever refused that anything is stored, drafts live as long as the page. */
let ofThisPage: string | null = null;

function removeDrafts(): void {
  ofThisPage = null;
  removeStored(storageKey, 'session');
}

// What one person typed must not reach the next.
session.subscribe(removeDrafts);

/** The oldest first. A tab that slept through the end of its session still has the former drafts: they count as none. */
function readDrafts(): KeptDraft[] {
  const stored = ofThisPage ?? readStored(storageKey, 'session');
  if (stored === null) return [];
  try {
    const { mark, drafts } = keptSchema.parse(JSON.parse(stored));
    return mark === markOf(session.read().token) ? drafts : [];
  } catch {
    return [];
  }
}

function writeDrafts(drafts: readonly KeptDraft[]): void {
  if (drafts.length === 0) return removeDrafts();
  const kept = { mark: markOf(session.read().token), drafts: drafts.slice(-draftsMax) };
  ofThisPage = JSON.stringify(kept);
  writePreference(storageKey, ofThisPage);
}

function saveDraft(entry: string, name: string, values: object): void {
  const drafts = readDrafts();
  const former = drafts.find((draft) => draft.entry === entry);
  const draft = { entry, forms: { ...former?.forms, [name]: { ...values } } };
  if (JSON.stringify(draft).length > draftLengthMax) return;
  writeDrafts([...drafts.filter((other) => other !== former), draft]);
}

function removeDraft(entry: string, name: string): void {
  const drafts = readDrafts();
  const former = drafts.find((draft) => draft.entry === entry);
  if (former?.forms[name] === undefined) return;
  const forms = Object.fromEntries(Object.entries(former.forms).filter(([form]) => form !== name));
  const isEmpty = Object.keys(forms).length === 0;
  writeDrafts([...drafts.filter((other) => other !== former), ...(isEmpty ? [] : [{ entry, forms }])]);
}

/** A field that begins with null is a text once it was filled in. */
function isLike(kept: unknown, initial: unknown): boolean {
  return typeof kept === (initial === null ? 'string' : typeof initial);
}

/** The fields of the form that were kept with a value of the same kind. */
function restore<Values extends object>(kept: Record<string, unknown> | undefined, initial: Values): Values {
  const fields = Object.entries(initial).map(([field, value]: [string, unknown]) => {
    const former = kept?.[field];
    return [field, isLike(former, value) ? former : value];
  });
  // The same fields with values of the same kinds.
  return Object.fromEntries(fields) as Values;
}

interface Draft<Values> {
  /** What was typed before a reload or a step back, else the initial values. */
  values: Values;
  save: (values: Values) => void;
}

interface DraftOptions<Values> {
  /** False for a form that keeps nothing. */
  isKept?: boolean;
  /** What was typed may not be possible any more. */
  isUsable?: (values: Values) => boolean;
}

/**
 * What the person types into a form survives a reload, Back and Forward. It belongs to the entry of the history: a dialog that is
 * opened anew begins anew. Never for passwords, codes and secrets.
 */
export function useDraft<Values extends object>(
  name: string,
  initial: Values,
  { isKept = true, isUsable = () => true }: DraftOptions<Values> = {},
): Draft<Values> {
  const key = ownEntryOf(useLocation());
  const [draft] = useState((): Draft<Values> => {
    if (!isKept) return { values: initial, save: () => undefined };
    const kept = readDrafts().find(({ entry }) => entry === key)?.forms[name];
    const restored = restore(kept, initial);
    return {
      values: isUsable(restored) ? restored : initial,
      save: (values) => saveDraft(key, name, values),
    };
  });
  return draft;
}

/** Keeps what is typed into a form that began with the draft's values, from the moment that the form is there. */
export function useSavedForm<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  { save }: Pick<Draft<Values>, 'save'>,
): void {
  useLayoutEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => save(values) }),
    [form, save],
  );
}

/**
 * For a form in a page, which stays while its address changes and dialogs open above it: each entry that shows it keeps its values,
 * the same object until they change. Undefined keeps nothing.
 */
export function useFollowingDraft(name: string, values: object | undefined): void {
  const key = ownEntryOf(useLocation());
  const isReplaced = useNavigationType() === NavigationType.Replace;
  const former = useRef(key);
  useEffect(() => {
    // Nobody comes back to an entry that was replaced.
    if (isReplaced && former.current !== key) removeDraft(former.current, name);
    former.current = key;
    if (values) saveDraft(key, name, values);
    else removeDraft(key, name);
  }, [isReplaced, key, name, values]);
}

/** The form was sent and its dialog closes: nothing of this entry is a draft any more. */
export function useForgetDrafts(): () => void {
  const key = ownEntryOf(useLocation());
  return useCallback(() => writeDrafts(readDrafts().filter(({ entry }) => entry !== key)), [key]);
}

/** The form was sent and its dialog shows what came of it: a reload finds the page, not an empty form. */
export function useFinishDialog(): () => void {
  const { finish } = useDialogEntry();
  const forgetDrafts = useForgetDrafts();
  return useCallback(() => {
    forgetDrafts();
    finish();
  }, [finish, forgetDrafts]);
}

/** The form was sent and its dialog goes on: a reload finds this one, which has an address of its own. */
export function useContinueDialog(): (dialog: DialogAddress) => void {
  const { continueAs } = useDialogAddress();
  const forgetDrafts = useForgetDrafts();
  return useCallback(
    (dialog) => {
      forgetDrafts();
      continueAs(dialog);
    },
    [continueAs, forgetDrafts],
  );
}
