/** Entry point. */
import { mount } from 'svelte';

import App from './App.svelte';
import { app } from './app.svelte';
import { showNotLoaded } from './notLoaded';
import { registerWorker } from './offline/register';
import './theme/tokens.css';
import './theme/base.css';
import './theme/board.css';
import './theme/transitions.css';
import { storageKey } from './settings/storage';
import { applyTheme } from './theme/apply';

applyTheme(app.settings);
addEventListener('popstate', () => app.showAddress());
addEventListener('storage', ({ key }) => {
  if (key === storageKey('settings')) app.reloadSettings();
});
document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
  if (link === null || !plain || event.defaultPrevented || link.origin !== location.origin) return;
  if (link.hasAttribute('download') || link.target !== '' || link.hash !== '') return;
  if (link.pathname.startsWith('/api/')) return;
  event.preventDefault();
  app.go(link.pathname + link.search);
});

registerWorker();

const target = document.getElementById('app');
if (target !== null) {
  void app.loadLanguage().then(
    () => mount(App, { target }),
    () => showNotLoaded(target, app.settings.language),
  );
}
