/** The controller of the pages of a competition: follows it live and sends commands. */
import { app } from '../app.svelte';
import { eventsPath, readCompetition, sendCommand } from '../api/competitions';
import type { ApiError } from '../api/request';
import { COMPETITION_MESSAGES, type CompetitionMessages } from '../i18n/competitions/messages';
import { errorText } from '../i18n/messages';
import { followChanges } from '../live/changes';
import type { CompetitionCommand } from '../wire/CompetitionCommand';
import type { CompetitionView } from '../wire/CompetitionView';
import type { EntrantView } from '../wire/EntrantView';

/** The texts about competitions in the chosen language. */
export function competitionMessages(): CompetitionMessages {
  return COMPETITION_MESSAGES[app.settings.language];
}

export class CompetitionSession {
  view = $state.raw<CompetitionView | null>(null);
  /** Why there is no view. */
  error = $state.raw<ApiError | null>(null);
  connected = $state(true);
  /** A command is on its way. */
  busy = $state(false);
  #reading = false;
  #readAgain = false;

  constructor(readonly id: string) {}

  /** Follows the competition until the returned function is called. */
  follow(): () => void {
    void this.read();
    return followChanges(eventsPath(this.id), {
      onChange: (version) => {
        if (version === null || version !== this.view?.version) void this.read();
      },
      onConnection: (connected) => (this.connected = connected),
    });
  }

  /** Reads the competition again. What changes meanwhile is read afterwards. */
  async read(): Promise<void> {
    this.#readAgain = this.#reading;
    if (this.#reading) return;
    this.#reading = true;
    const result = await readCompetition(this.id);
    this.#reading = false;
    if (result.ok) this.#take(result.value);
    else if (this.view === null) this.error = result.error;
    if (this.#readAgain) await this.read();
  }

  /** Sends a command; an error is shown as a notice. Returns whether it was carried out. */
  async send(command: CompetitionCommand): Promise<boolean> {
    const error = await this.attempt(command);
    if (error !== null) app.notify(error);
    return error === null;
  }

  /** Sends a command. Returns the error as a text, if any. */
  async attempt(command: CompetitionCommand): Promise<string | null> {
    this.busy = true;
    const result = await sendCommand(this.id, command);
    this.busy = false;
    if (!result.ok) return errorText(app.messages, result.error);
    this.#take(result.value);
    return null;
  }

  entrant(id: number): EntrantView | undefined {
    return this.view?.entrants[id - 1];
  }

  name(id: number): string {
    return this.entrant(id)?.name ?? `#${id}`;
  }

  /** An answer that was overtaken by a newer one is of no use. */
  #take(view: CompetitionView): void {
    if (this.view !== null && view.version < this.view.version) return;
    this.view = view;
    this.error = null;
  }
}
