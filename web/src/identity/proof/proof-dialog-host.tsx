import type { User } from '@mercury/contract/api/users.ts';
import { useEffect, useRef, useState } from 'react';
import { attachProofDialog, type SendProof } from '../../api/proof.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useDialog } from '../../ui/use-dialog.ts';

const ProofDialog = lazyPart(async () => (await import('./proof-dialog.tsx')).ProofDialog);

/** On every page of a signed-in person. A command opens it. */
export function ProofDialogHost({ user }: { user: User }) {
  const { key, isOpen, open, close } = useDialog();
  const [send, setSend] = useState<SendProof>();
  const settle = useRef<(isProved: boolean) => void>(undefined);

  useEffect(() => {
    const detach = attachProofDialog(
      (next) =>
        new Promise((resolve) => {
          settle.current = resolve;
          setSend(() => next);
          open();
        }),
    );
    return () => {
      detach();
      settle.current?.(false);
    };
  }, [open]);

  function answer(isProved: boolean) {
    settle.current?.(isProved);
    close();
  }

  // Lazy, because most visits never need it.
  if (key === 0 || send === undefined) return null;
  return (
    <ProofDialog
      key={key}
      user={user}
      send={send}
      isOpen={isOpen}
      onProved={() => answer(true)}
      onCancel={() => answer(false)}
      onGiveUp={() => answer(false)}
    />
  );
}
