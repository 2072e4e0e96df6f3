// Which dialog of the frame is open.
import { create } from 'zustand';

interface Overlay {
  settings: boolean;
}

/** The store of the frame's dialogs. */
export const useOverlay = create<Overlay>(() => ({ settings: false }));

/** Opens the settings. */
export function showSettings(): void {
  useOverlay.setState({ settings: true });
}

/** Closes the settings. */
export function hideSettings(): void {
  useOverlay.setState({ settings: false });
}
