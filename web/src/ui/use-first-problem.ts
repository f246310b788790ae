import { type RefObject, useEffect, useRef } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

/**
 * After a press that was refused, the focus goes to the first field with a problem as the page shows them. The library
 * itself goes by the order in which fields were registered; switch that off with `shouldFocusError`.
 */
export function useFirstProblem<Values extends FieldValues>({
  formState: { submitCount },
}: Pick<UseFormReturn<Values>, 'formState'>): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (submitCount > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submitCount]);
  return form;
}
