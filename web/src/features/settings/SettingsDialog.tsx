// The settings in a dialog above whatever page is open.
import type { JSX } from 'react';
import { hideSettings } from '../../lib/overlay';
import { Button, Dialog } from '../../ui';
import { SettingsForm } from './SettingsForm';

/** The dialog. */
export function SettingsDialog(): JSX.Element {
  return (
    <Dialog
      title="Settings"
      onClose={hideSettings}
      size="small"
      actions={
        <Button variant="primary" onClick={hideSettings}>
          Done
        </Button>
      }
    >
      <SettingsForm />
    </Dialog>
  );
}
