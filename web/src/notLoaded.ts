/**
 * Shown in place of the app when the texts of its language cannot be loaded, and so no component can
 * be drawn. Retrying reloads the page, because some browsers cache a module that failed to load.
 */
import { NOT_LOADED } from './i18n/notLoaded';
import type { Settings } from './settings/settings';

export function showNotLoaded(target: HTMLElement, language: Settings['language']): void {
  const { text, retry } = NOT_LOADED[language];
  const main = document.createElement('main');
  main.className = 'stack';
  Object.assign(main.style, { justifyItems: 'center', textAlign: 'center', padding: '3rem 1rem' });
  const message = document.createElement('p');
  message.role = 'alert';
  message.textContent = text;
  const button = document.createElement('button');
  button.className = 'primary';
  button.textContent = retry;
  button.addEventListener('click', () => location.reload());
  main.append(message, button);
  target.replaceChildren(main);
}
