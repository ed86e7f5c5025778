/**
 * What every page needs: the texts, the settings, the current page and short notices. It lives as
 * long as the app and is the only shared state.
 */
import { untrack } from 'svelte';

import { lettersOf, notated, type Letters } from './game/notation';
import { MESSAGES, type Messages } from './i18n/messages';
import { applyTheme } from './theme/apply';
import { pageOf, type Page } from './router';
import { browserStorage, loadValue, saveValue } from './settings/storage';
import {
  choicesField,
  settingsField,
  preferredLanguage,
  type Choices,
  type Settings,
} from './settings/settings';

/** How long a notice stays. */
const NOTICE_MS = 6000;
/** How long a showStatus stays. */
const STATUS_MS = 4000;

export interface Notice {
  readonly id: number;
  readonly text: string;
  readonly action?: { readonly label: string; readonly run: () => void };
}

/**
 * What leaving a page loses: changes that the browser keeps, changes that it cannot keep, or changes
 * to what is somebody else's.
 */
export type Loss = 'draft' | 'unkept' | 'foreign';

export const storage = browserStorage();

class App {
  settings = $state.raw<Settings>(
    loadValue(storage, 'settings', settingsField(preferredLanguage(navigator.languages))),
  );
  choices = $state.raw<Choices>(loadValue(storage, 'choices', choicesField));
  page = $state.raw<Page>(pageOf(location.pathname, location.search));
  notices = $state.raw<readonly Notice[]>([]);
  /** The last thing announcement to those who listen. */
  announcement = $state('');
  /** What was statusMessage last, while it is shown. */
  statusMessage = $state('');
  #statusTimer: ReturnType<typeof setTimeout> | undefined;
  /** Says what would be lost if the page were left; set by the page that knows. */
  guard: (() => Loss | null) | null = null;
  /** The address to go to, once leaving with unsaved changes is confirmed. */
  leaving = $state.raw<{ readonly path: string; readonly loss: Loss } | null>(null);
  #count = 0;
  /** The address of the page that is shown. */
  #address = location.pathname + location.search;

  get words(): Messages {
    return MESSAGES[this.settings.language];
  }

  /** The signs for the pieces that this person reads. */
  get letters(): Letters {
    return lettersOf(this.settings.notation, this.words.pieceLetters);
  }

  /** A move of the server as this person reads it. */
  notated(san: string): string {
    return notated(san, this.letters);
  }

  set(change: Partial<Settings>): void {
    this.settings = { ...this.settings, ...change };
    saveValue(storage, 'settings', this.settings);
    applyTheme(this.settings);
  }

  choose(change: Partial<Choices>): void {
    this.choices = { ...this.choices, ...change };
    saveValue(storage, 'choices', this.choices);
  }

  go(path: string): void {
    const loss = this.guard?.() ?? null;
    if (loss !== null) {
      this.leaving = { path, loss };
      return;
    }
    history.pushState(null, '', path);
    this.showAddress();
    scrollTo(0, 0);
    // Screen readers move on to the new page instead of a link that is gone.
    document.getElementById('content')?.focus({ preventScroll: true });
  }

  /** Shows the page of the address bar. */
  showAddress(): void {
    const path = location.pathname + location.search;
    const loss = path === this.#address ? null : (this.guard?.() ?? null);
    if (loss !== null) {
      // The browser has gone there already; it is taken back until somebody has decided.
      history.pushState(null, '', this.#address);
      this.leaving = { path, loss };
      return;
    }
    this.#address = path;
    this.page = pageOf(location.pathname, location.search);
  }

  /** Leaves as requested, whatever is lost. */
  leave(): void {
    const { leaving } = this;
    this.leaving = null;
    this.guard = null;
    if (leaving !== null) this.go(leaving.path);
  }

  /** The page that is shown has another address from now on. */
  rewrite(path: string): void {
    history.replaceState(null, '', path);
    this.#address = path;
  }

  /** The same, and the one before can be gone back to. */
  advance(path: string): void {
    history.pushState(null, '', path);
    this.#address = path;
  }

  notify(text: string, action?: Notice['action']): void {
    this.#count += 1;
    const notice: Notice = { id: this.#count, text, ...(action ? { action } : {}) };
    this.notices = [...this.notices.slice(-2), notice];
    setTimeout(() => this.dismiss(notice.id), NOTICE_MS);
  }

  dismiss(id: number): void {
    this.notices = this.notices.filter((notice) => notice.id !== id);
  }

  /** Says something in passing, to those who look as well: it stands in the status line for a while. */
  showStatus(text: string): void {
    clearTimeout(this.#statusTimer);
    this.statusMessage = text;
    this.#statusTimer = setTimeout(() => (this.statusMessage = ''), STATUS_MS);
    this.announce(text);
  }

  /** Has a screen reader announce something. The same words twice are announcement twice. */
  announce(text: string): void {
    const before = untrack(() => this.announcement);
    this.announcement = before === text ? `${text}\u00a0` : text;
  }
}

export const app = new App();
