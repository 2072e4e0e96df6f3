// The settings as a page of their own, for those who come by address.
import type { JSX } from 'react';
import { useTitle } from '../../lib/hooks';
import { SettingsForm } from './SettingsForm';
import css from './SettingsPage.module.css';

/** The page. */
export default function SettingsPage(): JSX.Element {
  useTitle('Settings');
  return (
    <div className={css.page}>
      <h1>Settings</h1>
      <SettingsForm />
    </div>
  );
}
