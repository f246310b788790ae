import { type Control, type FieldValues, useFormState } from 'react-hook-form';
import { Notice } from './notice.tsx';

interface FormProblemProps<Values extends FieldValues> {
  control: Control<Values>;
}

/** What a form's call was refused for if no field is to blame, as `showRefusal` set it. It stands until the next try. */
export function FormProblem<Values extends FieldValues>({ control }: FormProblemProps<Values>) {
  const text = useFormState({ control }).errors.root?.message;
  return text ? <Notice tone="failed">{text}</Notice> : null;
}
