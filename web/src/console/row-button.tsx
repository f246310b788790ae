import { Button } from '../ui/button.tsx';

interface RowButtonProps {
  label: string;
  /** Says on which row, for whoever hears the button alone. */
  name: string;
  onClick: () => void;
}

/** Opens a dialog about one row of a list. */
export function RowButton({ label, name, onClick }: RowButtonProps) {
  return (
    <Button variant="secondary" size="small" aria-haspopup="dialog" aria-label={name} onClick={onClick}>
      {label}
    </Button>
  );
}
