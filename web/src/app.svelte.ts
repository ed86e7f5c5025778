/**
 * What every page needs: the texts, the settings, the current page and short notices. It lives as
 * long as the app and is the only shared state.
 */
import { untrack } from 'svelte';

import { lettersOf, localizeSan, spokenNotation, type Letters } from './game/notation';
import { loadMessages } from './i18n/load';
import type { Messages } from './i18n/messages';
import { changeWithTransition, isInstant } from './pageTransition';
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
/** How long a message stays in the status bar. */
const STATUS_MS = 4000;

export interface Notice {
  readonly id: number;
  readonly text: string;
  readonly action?: { readonly label: string; readonly run: () => void };
}

/**
 * What leaving a page discards: changes that the browser keeps as a draft, changes that it cannot
 * store, or changes to somebody else's study.
 */
export type UnsavedChanges = 'draft' | 'not_persisted' | 'read_only';

export const storage = browserStorage();
/** What a reload of this tab finds again, and no other tab. */
export const tabStorage = browserStorage(() => sessionStorage);

function loadSettings(): Settings {
  return loadValue(storage, 'settings', settingsField(preferredLanguage(navigator.languages)));
}

class App {
  settings = $state.raw<Settings>(loadSettings());
  /** The texts; they are loaded before anything is shown. */
  messages = $state.raw() as Messages;
  choices = $state.raw<Choices>(loadValue(storage, 'choices', choicesField));
  page = $state.raw<Page>(pageOf(location.pathname, location.search));
  /** Zen mode, in which a game is without everything around it. */
  zen = $state(false);
  notices = $state.raw<readonly Notice[]>([]);
  /** The last announcement to screen readers. */
  announcement = $state('');
  /** The message in the status bar; empty when there is none. */
  statusMessage = $state('');
  #statusTimer: ReturnType<typeof setTimeout> | undefined;
  /** Returns the unsaved changes of the page, which sets it. */
  guard: (() => UnsavedChanges | null) | null = null;
  /** The address to go to once leaving with unsaved changes is confirmed. */
  leaving = $state.raw<{ readonly path: string; readonly unsaved: UnsavedChanges } | null>(null);
  #count = 0;
  /** Whether the address bar has the next page already, while the page before is still shown. */
  isChanging = false;
  /** Counts the changes of the page. */
  #turn = 0;
  /** The address of the page that is shown. */
  #address = location.pathname + location.search;
  /** The square of a board that had the focus when the page was left. */
  #focusedSquare: string | null = null;

  /** Loads the texts of the chosen language. Until they are there, those of the one before stay. */
  async loadLanguage(): Promise<void> {
    const { language } = this.settings;
    const messages = await loadMessages(language);
    // Another one may have been chosen in the meantime.
    if (language !== this.settings.language) return;
    this.messages = messages;
    // What was announced before is in the other language.
    this.announcement = '';
  }

  /** The letters of the pieces in the chosen notation. */
  get letters(): Letters {
    return lettersOf(this.settings.notation, this.messages.pieceLetters);
  }

  /** A move in SAN, as the server writes it, in the chosen notation. */
  localizeSan(san: string): string {
    return localizeSan(san, this.letters);
  }

  /** The same for attributes and announcements, which are only heard. */
  spokenSan(san: string): string {
    return spokenNotation(this.localizeSan(san), this.messages.roleName);
  }

  set(change: Partial<Settings>): void {
    this.#apply({ ...this.settings, ...change });
    saveValue(storage, 'settings', this.settings);
  }

  /** Takes over the settings that another window has stored. */
  reloadSettings(): void {
    this.#apply(loadSettings());
  }

  #apply(settings: Settings): void {
    const isOtherLanguage = settings.language !== this.settings.language;
    this.settings = settings;
    applyTheme(settings);
    // Without the server, the language changes with the next visit.
    if (isOtherLanguage) this.loadLanguage().catch(() => undefined);
  }

  choose(change: Partial<Choices>): void {
    this.choices = { ...this.choices, ...change };
    saveValue(storage, 'choices', this.choices);
  }

  go(path: string): void {
    const unsaved = this.guard?.() ?? null;
    if (unsaved !== null) {
      this.leaving = { path, unsaved };
      return;
    }
    this.#focusedSquare = document.activeElement?.getAttribute('data-square') ?? null;
    history.pushState(null, '', path);
    this.showAddress(() => {
      scrollTo(0, 0);
      this.focusContent();
    });
  }

  /**
   * The square that had the focus on the page before, once: a move by keyboard starts a game, and
   * the next one goes on from there. Null when the focus has moved on.
   */
  takeFocusedSquare(): string | null {
    const square = this.#focusedSquare;
    this.#focusedSquare = null;
    return document.activeElement?.id === 'content' ? square : null;
  }

  /** Screen readers continue on the new page instead of at a link that is gone. */
  focusContent(): void {
    document.getElementById('content')?.focus({ preventScroll: true });
  }

  /** Shows the page of the address bar, then does what is left to do. */
  showAddress(after: () => void = () => undefined): void {
    const path = location.pathname + location.search;
    const unsaved = path === this.#address ? null : (this.guard?.() ?? null);
    if (unsaved !== null) {
      // The browser has changed the address already; it is restored until the user has decided.
      history.pushState(null, '', this.#address);
      this.leaving = { path, unsaved };
      return;
    }
    this.#address = path;
    this.isChanging = true;
    const page = pageOf(location.pathname, location.search);
    const turn = (this.#turn += 1);
    const change = (): void => {
      // The address may have changed again before the transition began.
      if (turn !== this.#turn) return;
      this.isChanging = false;
      this.page = page;
      after();
    };
    if (isInstant(this.settings.animation)) change();
    else changeWithTransition(change);
  }

  /** Shows nothing but the board, the clocks and the status of a game, or everything again. */
  setZen(on: boolean): void {
    if (on === this.zen) return;
    this.zen = on;
    this.announce(on ? this.messages.zenOn : this.messages.zenOff);
    // The button that was pressed is gone.
    this.focusContent();
  }

  /** Leaves the page and discards what is unsaved. */
  leave(): void {
    const { leaving } = this;
    this.leaving = null;
    this.guard = null;
    if (leaving !== null) this.go(leaving.path);
  }

  /** Changes the address of the page that is shown, and what going back to it finds as its state. */
  rewrite(path: string, state: unknown = null): void {
    if (this.isChanging) return;
    history.replaceState(state, '', path);
    this.#address = path;
  }

  /** Changes the address of the page that is shown, with the old one in the history. */
  advance(path: string): void {
    if (this.isChanging) return;
    history.pushState(null, '', path);
    this.#address = path;
  }

  notify(text: string, action?: Notice['action']): void {
    this.#count += 1;
    const notice: Notice = { id: this.#count, text, ...(action ? { action } : {}) };
    this.notices = [...this.notices.slice(-2), notice];
    setTimeout(() => this.dismiss(notice.id), NOTICE_MS);
  }

  /** Takes notices with this text away, where what they say no longer matters. */
  retract(text: string): void {
    this.notices = this.notices.filter((notice) => notice.text !== text);
  }

  dismiss(id: number): void {
    this.notices = this.notices.filter((notice) => notice.id !== id);
  }

  /** Shows a message in the status bar for a few seconds, and announces it. */
  showStatus(text: string): void {
    clearTimeout(this.#statusTimer);
    this.statusMessage = text;
    this.#statusTimer = setTimeout(() => (this.statusMessage = ''), STATUS_MS);
    this.announce(text);
  }

  /** Announces a text to screen readers. The same text twice is announced twice. */
  announce(text: string): void {
    const before = untrack(() => this.announcement);
    this.announcement = before === text ? `${text}\u00a0` : text;
  }
}

export const app = new App();
