import type { Contact } from '@mercury/contract/api/contacts.ts';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { RecipientHint } from '../../domain/recipient-hint.tsx';
import type { Named } from '../../domain/use-recipient.ts';
import { TextField } from '../../ui/text-field.tsx';
import { contactProblem, contactProblemText } from './contact-recipient.ts';
import { contactNameOf } from './queries.ts';

interface ContactRecipientFieldProps {
  form: UseFormReturn<{ name: string; walletAddress: string; email: string }>;
  /** Undefined until they are loaded. */
  contacts: readonly Contact[] | undefined;
  named: Named;
}

/** Says whom the text reaches, as the transfer's field does, before a name is given to them. */
export function ContactRecipientField({ form, contacts, named }: ContactRecipientFieldProps) {
  const { t } = useTranslation();
  // The message is the problem itself, so that its text follows the language.
  const failure = form.formState.errors.walletAddress;
  const refusal = failure?.type === 'server' ? failure.message : undefined;
  const problem = failure && contactProblem(form.getValues('walletAddress'), contacts);
  const error = problem ? contactProblemText(problem, t) : refusal;
  return (
    <TextField
      {...form.register('walletAddress', {
        validate: (text) => contactProblem(text, contacts)?.kind ?? true,
        // The refusal was about the former text.
        onChange: () => {
          if (refusal !== undefined) form.clearErrors('walletAddress');
        },
      })}
      label={t('contacts.address')}
      error={error}
      hint={
        error === undefined && (
          <RecipientHint
            named={named}
            knownName={contactNameOf(contacts ?? [], named.address ?? named.text)}
            empty={t('contacts.addressHint')}
          />
        )
      }
      dir="ltr"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      placeholder="@…"
    />
  );
}
