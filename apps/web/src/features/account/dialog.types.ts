/** What every dialog of the account gets. */
export interface DialogProps {
  onClose: () => void;
}
