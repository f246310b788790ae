import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../api/error-message.ts';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/toast.ts';
import { useConsoleCommand } from './api/use-console-command.ts';
import { saveCsv } from './save-csv.ts';

/** Saves what a call answers as CSV. */
export function CsvButton({ load, topic }: { load: () => Promise<string>; topic: string }) {
  const { t } = useTranslation('console');
  const { t: tShared } = useTranslation();
  const download = useConsoleCommand({
    mutationFn: load,
    onSuccess: (csv) => saveCsv(csv, topic),
    onError: (error) => toast.error(t('audit.exportFailed'), { description: errorMessage(error, tShared) }),
  });
  return (
    <Button
      variant="secondary"
      size="small"
      icon={<Download size={16} aria-hidden="true" />}
      isBusy={download.isPending}
      onClick={() => download.mutate()}
    >
      {t('audit.export')}
    </Button>
  );
}
