// The rules of a game above whatever page is open.
import type { JSX } from 'react';
import { Dialog } from '../ui';
import { findGame, useCatalog } from './catalog';
import { RulesBody } from './RulesBody';

interface RulesDialogProps {
  game: string;
  variant: string;
  onClose: () => void;
}

/** The dialog. */
export function RulesDialog({ game, variant, onClose }: RulesDialogProps): JSX.Element {
  const { catalog } = useCatalog();
  const title = findGame(catalog, game)?.title;
  return (
    <Dialog title={title ? `Rules of ${title}` : 'Rules'} onClose={onClose} size="large" reading>
      <RulesBody game={game} variant={variant} />
    </Dialog>
  );
}
