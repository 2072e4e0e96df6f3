// Where the page begins.
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App';
import { startTheme } from './lib/theme';
import { reloadAfterUpgrade } from './lib/upgrade';
import './ui/tokens.css';
import './ui/base.css';

startTheme();
reloadAfterUpgrade();
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
