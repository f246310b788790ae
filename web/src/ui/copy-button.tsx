import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import { toast } from './toast.ts';

interface CopyButtonProps {
  text: string;
  /** The button's name says what it copies: "Copy address". */
  label: string;
  hasVisibleLabel?: boolean;
}

/** Long enough to be seen, short enough to be pressed again. */
const copiedShownMs = 2000;

export function CopyButton({ text, label, hasVisibleLabel = false }: CopyButtonProps) {
  const { t } = useTranslation();
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), copiedShownMs);
    return () => clearTimeout(timer);
  }, [isCopied]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setIsCopied(true);
    } catch {
      // The browser refused, or the page isn't served over https. The person can still select the text.
      toast.error(t('ui.copyFailed'));
    }
  }

  const icon = isCopied ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />;
  return (
    <>
      {hasVisibleLabel ? (
        <Button variant="secondary" size="small" icon={icon} onClick={() => void copy()}>
          {label}
        </Button>
      ) : (
        <IconButton label={label} onClick={() => void copy()}>
          {icon}
        </IconButton>
      )}
      <span className="visually-hidden" role="status">
        {isCopied ? t('ui.copied') : ''}
      </span>
    </>
  );
}
