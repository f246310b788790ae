import { verifyNewEmail } from '@mercury/contract/api/users.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { askAgain } from '../../api/ask-again.ts';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { errorMessage } from '../../api/error-message.ts';
import { securityQuery } from '../../api/security-query.ts';
import { useCommand } from '../../api/use-command.ts';
import { profileQuery } from '../../api/use-session.ts';
import type { CodeBoxesHandle } from '../../ui/code-boxes.tsx';
import { type CodeCharacters, codeOf, emptyCode, isCodeFull } from '../../ui/code-entry.ts';
import { toast } from '../../ui/toast.ts';

/** The boxes were disabled while the code was checked: they take focus again once they are not. */
const focusAfterMs = 100;

export function useVerifyNewEmail(onVerified: () => void) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [characters, setCharacters] = useState(emptyCode);
  const [problem, setProblem] = useState<string>();
  const boxes = useRef<CodeBoxesHandle>(null);
  function tell(text: string) {
    toast.error(text);
    setProblem(text);
  }
  const { mutate, isPending } = useCommand({
    mutationFn: (code: string) => call(verifyNewEmail, { body: { code } }),
    onSuccess: (reply) => {
      queryClient.setQueryData(profileQuery.queryKey, reply.data.user);
      void askAgain(queryClient, securityQuery.queryKey);
      toast.success(reply.message || t('auth.verification.success'));
      onVerified();
    },
    onError: (error) => {
      const isRefused = error instanceof ApiError && error.isRefusal;
      const fallback = isRefused ? t('auth.verification.invalidCode') : t('auth.verification.error');
      tell(errorMessage(error, t, { fallback }));
      setCharacters(emptyCode);
      setTimeout(() => boxes.current?.focusFirst(), focusAfterMs);
    },
  });

  function submit() {
    if (isPending) return;
    if (isCodeFull(characters)) mutate(codeOf(characters));
    else tell(t('auth.verification.enterFullCode'));
  }

  function change(next: CodeCharacters) {
    setProblem(undefined);
    setCharacters(next);
  }

  return { characters, change, submit, boxes, isPending, problem };
}
