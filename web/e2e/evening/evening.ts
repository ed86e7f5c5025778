/**
 * A whole club evening in real browsers: an organizer's laptop, a projector, and a phone for every
 * player. Half of the boards are played on the screen, half on wooden boards and reported by phone.
 * The server is killed twice, and nobody logs in again.
 */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { press } from '../board';
import { ADMIN_PASSWORD, logIn, startClub } from '../club';
import { PHONE, type Running } from '../harness';
import type { BoardResult } from '../../src/wire/BoardResult';
import type { BoardView } from '../../src/wire/BoardView';
import type { CompetitionView } from '../../src/wire/CompetitionView';
import { check, readStandings } from './check';
import { end, play, reportedResult, scriptOf } from './games';
import { listedMembers, nameOf, rosterFile } from './members';

const LAPTOP = { width: 1440, height: 900 };
const WALL = { width: 1920, height: 1080 };
/** Thirty browsers on one computer take their time. */
const PATIENCE_MS = 60_000;
const PASSWORD = 'a rather long password';
const WITH_PICTURES = process.env['SCREENSHOTS'] === '1';
const RESULTS: Readonly<Partial<Record<BoardResult, string>>> = {
  white_wins: '1–0',
  draw: '½–½',
  black_wins: '0–1',
};

/** How large the evening is. */
export interface Plan {
  readonly members: number;
  readonly rounds: number;
  /** How many of them come after the first round. */
  readonly late: number;
}

/** Two players at a board with their phones. */
interface Pair {
  readonly number: number;
  readonly white: Page;
  readonly black: Page;
  readonly names: { readonly white: string; readonly black: string };
}

export class Evening {
  private readonly phones = new Map<string, Page>();
  private address = '';

  private constructor(
    readonly running: Running,
    readonly organizer: Page,
    readonly wall: Page,
    private readonly plan: Plan,
  ) {}

  static async start(plan: Plan): Promise<Evening> {
    const running = await startClub();
    const organizer = await running.visitor(LAPTOP);
    const wall = await running.visitor(WALL);
    for (const page of [organizer, wall]) page.setDefaultTimeout(PATIENCE_MS);
    return new Evening(running, organizer, wall, plan);
  }

  /** An address of the API for this competition. */
  api(rest = ''): string {
    return `${this.running.origin}/api/competitions/${this.address.split('/').at(-1)}${rest}`;
  }

  /** From the empty server to the final standings. */
  async run(): Promise<void> {
    await this.makeOrganizer();
    await this.importMembers();
    await this.signIn(await this.printCards());
    await this.createCompetition();
    for (let round = 1; round <= this.plan.rounds; round += 1) await this.playRound(round);
    await this.finish();
  }

  /** The evening is run by an organizer who is not the admin. */
  private async makeOrganizer(): Promise<void> {
    const page = await this.running.visitor(LAPTOP);
    await page.goto(`${this.running.origin}/members`);
    await logIn(page, 'admin', ADMIN_PASSWORD);
    await page.getByRole('button', { name: 'Add member' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Olga Brandt');
    await page.getByLabel('Role').selectOption('Organizer');
    await page.getByRole('dialog').getByLabel('Password').fill(PASSWORD);
    await page.getByRole('dialog').getByRole('button', { name: 'Add member' }).click();
    await page.getByText('Olga Brandt was added.').waitFor();
    await page.context().close();
    await this.organizer.goto(`${this.running.origin}/members`);
    await logIn(this.organizer, 'Olga Brandt', PASSWORD);
  }

  private async importMembers(): Promise<void> {
    const { organizer: page } = this;
    const count = this.plan.members;
    await page.getByRole('button', { name: 'Import list' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import list' });
    const buffer = rosterFile(listedMembers(count));
    const file = { name: 'verein.csv', mimeType: 'text/csv', buffer };
    await dialog.locator('input[type="file"]').setInputFiles(file);
    await dialog.getByText(`${count} new, 0 changed, 0 unchanged`).waitFor();
    await this.picture(page, 'laptop-01-import');
    await dialog.getByRole('button', { name: `Import ${count} members` }).click();
    await page.getByText(`List imported: ${count} new, 0 changed.`).waitFor();
    await this.picture(page, 'laptop-02-members');
  }

  /** The codes of the cards by name. */
  private async printCards(): Promise<Map<string, string>> {
    const { organizer: page } = this;
    await page.getByRole('link', { name: 'Cards' }).click();
    await page.getByRole('button', { name: 'Make missing cards' }).click();
    const cards = page.getByRole('list', { name: 'Cards' }).getByRole('listitem');
    await expect.poll(() => cards.count()).toBeGreaterThanOrEqual(this.plan.members);
    expect((await page.pdf({ preferCSSPageSize: true })).length).toBeGreaterThan(1000);
    await this.picture(page, 'laptop-03-cards');
    const texts = await cards.allInnerTexts();
    const codes = listedMembers(this.plan.members).map((member) => {
      const text = texts.find((one) => one.includes(nameOf(member))) ?? '';
      return [nameOf(member), /\w{4}-\w{4}/.exec(text)?.[0] ?? ''] as const;
    });
    return new Map(codes);
  }

  /** Everybody types the code of their card on a phone of their own. */
  private async signIn(codes: ReadonlyMap<string, string>): Promise<void> {
    for (const [name, code] of codes) {
      const phone = await this.running.visitor(PHONE, true);
      phone.setDefaultTimeout(PATIENCE_MS);
      await phone.goto(`${this.running.origin}/card`);
      await phone.getByLabel('Code').pressSequentially(code.replace('-', ''));
      if (this.phones.size === 0) await this.picture(phone, 'phone-01-card');
      await press(phone, phone.getByRole('button', { name: 'Let’s play' }));
      await phone.getByRole('button', { name: `Logged in as ${name}` }).waitFor();
      this.phones.set(name, phone);
    }
    await this.picture(this.phone(0), 'phone-02-signed-in');
  }

  private phone(index: number): Page {
    const phone = [...this.phones.values()][index];
    if (phone === undefined) throw new Error(`there is no phone ${index}`);
    return phone;
  }

  private latecomers(): string[] {
    return listedMembers(this.plan.members).slice(-this.plan.late).map(nameOf);
  }

  /** A Swiss with everybody but those who come late. */
  private async createCompetition(): Promise<void> {
    const { organizer: page, plan } = this;
    await page.goto(`${this.running.origin}/competitions`);
    await page.getByRole('link', { name: 'New competition' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Herbstturnier');
    await page.getByRole('spinbutton', { name: 'Rounds' }).fill(String(plan.rounds));
    for (const button of await page.getByRole('button', { name: /^All \(\d+\)$/ }).all()) {
      await button.click();
    }
    for (const name of [...this.latecomers(), 'Olga Brandt']) {
      await page.getByRole('checkbox', { name }).uncheck();
    }
    await page.getByText(`${plan.members - plan.late} players chosen`).waitFor();
    await this.picture(page, 'laptop-04-new', true);
    await page.getByRole('button', { name: 'Create competition' }).click();
    await page.getByText('No rounds paired yet.').waitFor();
    this.address = page.url();
    await this.wall.goto(`${this.address}/screen`);
    await Promise.all([...this.phones.values()].map((phone) => phone.goto(this.address)));
    await this.picture(this.wall, 'wall-01-players');
    await this.picture(this.phone(0), 'phone-03-waiting');
  }

  private async playRound(round: number): Promise<void> {
    if (round === 2) await this.addLatecomers();
    if (round === 3) await this.restart();
    await this.pair(round);
    if (round === 2) await this.correct(1);
    const pairs = await this.pairs(round);
    const isOnScreen = ({ number }: Pair): boolean => number % 2 === 1;
    await this.startGames(round, pairs.filter(isOnScreen));
    const games = this.playGames(round, pairs.filter(isOnScreen));
    await Promise.all([
      games,
      this.report(
        round,
        pairs.filter((pair) => !isOnScreen(pair)),
      ),
    ]);
    await this.organizer.getByText('All results are in').waitFor();
    await this.picture(this.organizer, `laptop-2${round}-results`);
    if (round === 2 && this.plan.rounds > 2) await this.withdraw(pairs);
  }

  private async addLatecomers(): Promise<void> {
    const { organizer: page } = this;
    await page.getByRole('link', { name: 'Players' }).click();
    await page.getByRole('button', { name: 'Add players' }).click();
    for (const name of this.latecomers()) await page.getByRole('checkbox', { name }).check();
    await this.picture(page, 'laptop-11-late');
    await page.getByRole('button', { name: 'Enter players' }).click();
    await page.getByText(/^\d players? entered$/).waitFor();
    await this.picture(page, 'laptop-12-players');
    await page.getByRole('link', { name: 'Pairings' }).click();
  }

  private async pair(round: number): Promise<void> {
    const { organizer: page } = this;
    await page.getByRole('button', { name: `Pair round ${round}` }).click();
    const chooser = page.getByRole('combobox', { name: 'Rounds' });
    await expect.poll(() => chooser.inputValue()).toBe(String(round));
    await this.wall.getByText(`Round ${round} of ${this.plan.rounds}`).waitFor();
    await this.picture(page, `laptop-1${round}-paired`);
    await this.picture(this.wall, `wall-1${round}-paired`);
    await check(this, null);
  }

  /** The boards of a round that are not decided yet, with the phones of the players. */
  private async pairs(round: number): Promise<Pair[]> {
    const view = await this.view();
    const name = (id: number): string => view.entrants[id - 1]?.name ?? '';
    const pairOf = ({ players }: BoardView, index: number): Pair => {
      const names = { white: name(players.white), black: name(players.black) };
      const [white, black] = [this.phones.get(names.white), this.phones.get(names.black)];
      if (white === undefined || black === undefined) throw new Error('somebody has no phone');
      return { number: index + 1, white, black, names };
    };
    return (view.rounds[round - 1]?.boards ?? []).map(pairOf);
  }

  private async view(): Promise<CompetitionView> {
    return (await (await this.organizer.request.get(this.api())).json()) as CompetitionView;
  }

  /** The organizer starts the games on the screen, board by board. */
  private async startGames(round: number, pairs: readonly Pair[]): Promise<void> {
    const { organizer: page } = this;
    for (const { number, names } of pairs) {
      const more = `More about ${names.white} – ${names.black}`;
      await page.getByRole('button', { name: more }).click();
      if (round === 1 && number === 1) await this.picture(page, 'laptop-13-board');
      await page.getByRole('button', { name: 'Start game here' }).click();
      await page
        .getByRole('link', { name: `Open game: ${names.white} – ${names.black}` })
        .waitFor();
    }
  }

  /** The games on the screen. In the first round the server is killed while they are played. */
  private async playGames(round: number, pairs: readonly Pair[]): Promise<void> {
    await Promise.all(pairs.flatMap(({ white, black }) => [sitDown(white), sitDown(black)]));
    const halves = pairs.map((pair) => ({ ...pair, script: scriptOf(round, pair.number) }));
    const before = round === 1 ? 2 : 0;
    await each(halves, ({ white, black, script }) =>
      play(white, black, script.moves.slice(0, before), 0),
    );
    if (round === 1) {
      await this.picture(this.organizer, 'laptop-14-playing');
      await this.restart();
    }
    await each(halves, async ({ white, black, script }) => {
      await play(white, black, script.moves, before);
      await end(white, black, script);
    });
    const first = pairs[0];
    if (first !== undefined) await this.picture(first.white, `phone-1${round}-game`);
    await each(pairs, async ({ white, black }) => {
      for (const page of [white, black]) {
        await press(page, page.getByRole('link', { name: 'Back to the competition' }));
        await page.waitForURL(this.address);
      }
    });
  }

  /** Power fails, and comes back. Nobody logs in again. */
  private async restart(): Promise<void> {
    await this.running.kill();
    await this.running.revive();
    const lost = this.organizer.getByText('Connection lost');
    await expect.poll(() => lost.count(), { timeout: PATIENCE_MS }).toBe(0);
  }

  /** Both players of each board report; once they disagree, and the organizer decides. */
  private async report(round: number, pairs: readonly Pair[]): Promise<void> {
    for (const { number, white, black } of pairs) {
      const result = reportedResult(round, number);
      const disagree = round === 2 && number === 2;
      await tell(white, result, 'white');
      if (number === 2) await this.picture(white, `phone-2${round}-reported`);
      if (disagree) {
        await this.disagree(white, black, number, result);
        continue;
      }
      const question = `reported ${RESULTS[result] ?? ''}. Is that right?`;
      await black.getByText(question).waitFor();
      if (number === 2) await this.picture(black, `phone-3${round}-asked`);
      await press(black, black.getByRole('button', { name: 'Yes' }));
      for (const page of [white, black]) {
        await page.getByText(`Result: ${RESULTS[result] ?? ''}`).waitFor();
      }
    }
  }

  private async disagree(white: Page, black: Page, number: number, result: BoardResult) {
    await press(black, black.getByRole('button', { name: 'No', exact: true }));
    await tell(black, result === 'draw' ? 'black_wins' : 'draw', 'black');
    await white.getByText('You two disagree').waitFor();
    const { organizer: page } = this;
    await page.getByText('1 disputed result').waitFor();
    await this.picture(page, 'laptop-15-disputed');
    await this.picture(white, 'phone-40-disputed');
    await this.enter(number, result);
    await white.getByText(`Result: ${RESULTS[result] ?? ''}`).waitFor();
  }

  /** The organizer enters a result in the round that is shown. */
  private async enter(number: number, result: BoardResult): Promise<void> {
    const row = this.organizer
      .locator('tbody tr')
      .filter({ has: this.organizer.locator('.entry') });
    const button = row.nth(number - 1).getByRole('button', { name: RESULTS[result] ?? '' });
    await button.click();
    await expect.poll(() => button.getAttribute('aria-pressed')).toBe('true');
  }

  /** A wrong result comes out when the next round is paired already. */
  private async correct(round: number): Promise<void> {
    const { organizer: page } = this;
    await page.getByRole('button', { name: 'Previous round' }).click();
    const chooser = page.getByRole('combobox', { name: 'Rounds' });
    await expect.poll(() => chooser.inputValue()).toBe(String(round));
    const { rounds } = await this.view();
    const wrong = rounds[round - 1]?.boards[1]?.result;
    await this.enter(2, wrong === 'draw' ? 'white_wins' : 'draw');
    await this.picture(page, 'laptop-16-corrected');
    await page.getByRole('button', { name: 'Next round' }).click();
    await expect.poll(() => chooser.inputValue()).toBe(String(round + 1));
  }

  /** Somebody has to go home. */
  private async withdraw(pairs: readonly Pair[]): Promise<void> {
    const leaving = pairs.at(-1)?.black;
    if (leaving === undefined) throw new Error('nobody is there');
    await leaving.goto(`${this.address}/players`);
    await press(leaving, leaving.getByRole('button', { name: 'Withdraw from the competition' }));
    await this.picture(leaving, 'phone-41-withdraw');
    await press(leaving, leaving.getByRole('button', { name: 'Withdraw', exact: true }));
    await leaving.getByText('You have withdrawn.').waitFor();
  }

  /** The standings on all screens, checked by somebody else. */
  private async finish(): Promise<void> {
    const { organizer: page } = this;
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Finish competition' }).click();
    await page.getByRole('button', { name: 'Reopen competition' }).waitFor();
    await page.getByRole('link', { name: 'Standings' }).click();
    await page.getByRole('region', { name: 'Standings' }).waitFor();
    await check(this, await readStandings(page, 5));
    await this.picture(page, 'laptop-31-standings', true);
    await page.getByRole('link', { name: 'Cross table' }).click();
    await this.picture(page, 'laptop-32-crosstable', true);
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByText('Competition finished').waitFor();
    await this.picture(page, 'laptop-33-history');
    await this.phone(0).goto(`${this.address}/standings`);
    await this.picture(this.phone(0), 'phone-42-standings');
    await this.wall.getByRole('combobox', { name: 'Show' }).selectOption('Standings');
    await this.picture(this.wall, 'wall-31-standings');
  }

  private async picture(page: Page, name: string, fullPage = false): Promise<void> {
    const path = `screenshots/evening-${name}.png`;
    if (WITH_PICTURES) await page.screenshot({ path, fullPage });
  }
}

/** Opens the own game from the page of the competition, which shows it by itself. */
async function sitDown(page: Page): Promise<void> {
  await press(page, page.getByRole('button', { name: 'Play', exact: true }));
  await page.waitForSelector('[data-square="e2"]:not(.home-board *)');
  await page.waitForSelector('cg-board piece');
}

async function tell(page: Page, result: BoardResult, side: 'white' | 'black'): Promise<void> {
  const won = result === (side === 'white' ? 'white_wins' : 'black_wins');
  const name = result === 'draw' ? 'Draw' : won ? 'I won' : 'I lost';
  await press(page, page.getByRole('button', { name, exact: true }));
}

/** Does something at a few boards at a time, so that a small computer can follow. */
async function each<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const next = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: 4 }, next));
}
