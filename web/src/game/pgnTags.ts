/** The PGN tags of an imported game, besides its players. */
import type { GameView } from '../wire/GameView';
import type { StudyTree } from '../wire/StudyTree';

export interface PgnTags {
  readonly event: string | null;
  readonly site: string | null;
  readonly date: string | null;
  readonly round: string | null;
  readonly whiteRating: string | null;
  readonly blackRating: string | null;
  /** How the game ended, in the words of the file. */
  readonly termination: string | null;
  /** It has comments, glyphs or variations, which the board of a game does not show. */
  readonly annotated: boolean;
}

/** The tag of games that were played on this server. */
const OWN_ID = 'GameId';
/** Comments that a program wrote: clocks, evaluations and the like. */
const COMMANDS = /\[%[^\]]*\]/g;

/** Whether a game may be imported: imports are stored as pass-and-play games without a clock. */
export function maybeImported({ seats, time, shared }: GameView): boolean {
  const people = seats.white.player.type === 'person' && seats.black.player.type === 'person';
  return shared && people && time.white === null && time.black === null;
}

/** The tags in a game's PGN; `null` for a game that was played here. */
export function pgnTagsOf(id: string, study: StudyTree): PgnTags | null {
  const tag = (name: string): string | null => {
    const value = study.tags.find((tag) => tag.name === name)?.value.trim() ?? '';
    return /[^?.\s-]/.test(value) ? value : null;
  };
  if (tag(OWN_ID) === id) return null;
  return {
    event: tag('Event'),
    site: tag('Site'),
    date: tag('Date') ?? tag('UTCDate'),
    round: tag('Round'),
    whiteRating: tag('WhiteElo'),
    blackRating: tag('BlackElo'),
    termination: tag('Termination'),
    annotated: isAnnotated(study),
  };
}

function isAnnotated({ comments, nodes }: StudyTree): boolean {
  const says = (comment: string): boolean => comment.replace(COMMANDS, '').trim() !== '';
  const parents = nodes.map(({ parent }) => parent);
  return (
    comments.some(says) ||
    new Set(parents).size < parents.length ||
    nodes.some((node) => node.nags.length > 0 || [...node.before, ...node.comments].some(says))
  );
}
