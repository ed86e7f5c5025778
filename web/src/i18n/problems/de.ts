/** Absagen des Servers auf Deutsch. */
import type { Sentences } from './sentences';

const side = (color = ''): string => (color === 'white' ? 'Weiß' : 'Schwarz');
const later = 'Versuche es gleich noch einmal.';

export const problemsDe: Sentences = {
  not_found: 'Unter dieser Adresse ist nichts.',
  method_not_allowed: 'Das geht unter dieser Adresse nicht.',
  foreign_host: (host) =>
    `„${host}“ ist kein Name dieses Servers; wer ihn betreibt, kann ihn hinzufügen.`,
  foreign_origin: (origin) =>
    `Seiten von „${origin}“ dürfen diesen Server nicht benutzen; wer ihn betreibt, kann es erlauben.`,
  not_json: 'Die Anfrage ist nicht in JSON.',
  too_large: (most) => `Das ist zu groß; höchstens ${most} Byte gehen.`,
  too_slow: `Die Übertragung hat zu lange gedauert. ${later}`,
  bad_body: 'Der Server kann nicht lesen, was geschickt wurde.',
  bad_query: 'Diese Adresse lässt sich nicht lesen.',
  no_upgrade: 'Diese Adresse ist nur für laufende Verbindungen.',
  local_only: 'Das dürfen nur Programme auf demselben Computer.',
  too_many_requests: (seconds) =>
    `Das war zu oft. Versuche es in ${seconds === '1' ? 'einer Sekunde' : `${seconds} Sekunden`} wieder.`,
  busy: `Gerade sind es zu viele auf einmal. ${later}`,
  closing: 'Der Server wird gerade beendet.',
  internal: 'Auf dem Server ging etwas schief; es wurde notiert.',

  wrong_login: 'Der Name oder das Passwort ist falsch.',
  wrong_password: 'Das bisherige Passwort ist falsch.',
  admin_password: 'Das Passwort des Verwalters wird beim Start des Servers festgelegt.',
  login_needed: 'Melde dich dafür an.',
  admin_only: 'Das darf nur der Verwalter des Servers.',
  bad_password: (min, max, length) =>
    `Ein Passwort hat ${min} bis ${max} Zeichen; dieses hat ${length}.`,
  no_member: (name) => `Es gibt kein Mitglied „${name}“.`,
  name_taken: (name) => `Den Namen „${name}“ gibt es schon.`,

  bad_name: "Ein Name hat 1 bis 32 Zeichen: Buchstaben, Ziffern, Leerzeichen und _.'-",
  bad_chess960: (number) => `Es gibt keine Chess960-Stellung ${number}; es gibt sie von 0 bis 959.`,
  bad_fen: {
    quoting: (message) => `Diese FEN lässt sich nicht lesen. Der Server sagt: „${message}“`,
  },
  bad_kings: (color, count) =>
    `${side(color)} hat ${count} Könige; jede Seite braucht genau einen.`,
  bad_pawn: (square) => `Auf ${square} steht ein Bauer; Bauern stehen auf den Reihen 2 bis 7.`,
  bad_pieces: (color) => `${side(color)} hat mehr Figuren, als es geben kann.`,
  bad_check: 'Ein König steht so im Schach, wie es nicht sein kann.',
  bad_castling: (color, wing) =>
    `${side(color)} kann nicht ${wing} rochieren: König oder Turm hat gezogen.`,
  bad_en_passant: (square) => `Kein Bauer ist gerade über ${square} gezogen.`,
  bad_time: 'Mit dieser Bedenkzeit lässt sich nicht spielen.',
  bad_terms: 'So lässt sich keine Partie beginnen.',
  bad_seats: 'Einer der beiden Plätze muss von Anfang an besetzt sein.',
  bad_move: 'Das ist kein Zug, der hier geht.',
  bad_import: { quoting: (message) => `Das lässt sich nicht lesen. Der Server sagt: „${message}“` },

  no_study: () => 'Diese Studie gibt es nicht, oder sie ist nicht geteilt.',
  bad_title: 'Eine Studie braucht einen Namen mit 1 bis 200 Zeichen.',

  no_game: 'Diese Partie gibt es hier nicht.',
  in_play: (id) =>
    `Die Partie ${id} wird gespielt; wenn sie zu Ende ist, kann sie entfernt werden.`,
  damaged: 'Was von dieser Partie gespeichert ist, ist beschädigt.',
  not_stored: `Es konnte nicht gespeichert werden und ist nicht geschehen. ${later}`,
  stale: 'Etwas anderes kam zuvor; sieh dir die Partie noch einmal an.',
  wrong_secret: 'Dieser Schlüssel gehört zu keinem Platz der Partie.',
  no_seat: 'In dieser Partie hast du keinen Platz.',
  not_followed: 'Dieser Partie wird hier nicht gefolgt.',
  bad_id: 'Dieser Wunsch hat einen Namen, den der Server nicht behalten kann.',
  bad_message: 'Der Server kann die Nachricht nicht lesen.',

  over: 'Die Partie ist zu Ende.',
  waiting: 'Der andere Platz ist noch frei.',
  seat_taken: 'Dort sitzt schon jemand.',
  not_your_turn: 'Die andere Seite ist am Zug.',
  illegal: 'Dieser Zug ist hier nicht erlaubt.',
  still_in_check: 'Der König steht im Schach; dieser Zug wehrt es nicht ab.',
  leaves_king_in_check: 'Dieser Zug lässt den König im Schach stehen.',
  king_into_check: 'Dort stünde der König im Schach.',
  cannot_castle: 'Diese Rochade ist hier nicht erlaubt.',
  not_allowed: 'Das dürfen nur die Spieler selbst.',
  no_claim: 'Weder kam eine Stellung dreimal vor, noch sind fünfzig Züge vergangen.',
  opponent_present: 'Dein Gegner ist verbunden.',
  opponent_may_return: 'Dein Gegner kann noch zurückkommen; warte noch etwas.',
  no_offer: 'So etwas wurde nicht angeboten.',
  already_offered: 'Das wurde schon angeboten; ziehe erst.',
  nothing_to_undo: 'Einen solchen Zug gibt es nicht.',
  begun: 'Die Partie hat begonnen und kann nicht mehr abgebrochen werden.',
  no_clock: 'Diese Seite spielt ohne Uhr.',
  time_left: 'Es ist noch Zeit übrig.',
  not_over: 'Die Partie ist noch nicht zu Ende.',
  rematched: 'Die Spieler haben eine andere Partie begonnen.',
  amount: 'So viel Zeit kann nicht gegeben werden; eine Sekunde bis eine Stunde geht.',

  engines_busy: `Zu viele warten auf den Computer. ${later}`,
  engine_thinking: 'Der Computer denkt schon über diese Partie nach.',
  unknown_engine: 'Diesen Computergegner gibt es hier nicht.',
  bad_rating: 'Mit dieser Wertung spielt der Computer nicht.',
  no_move: 'Hier gibt es keinen Zug zu finden.',
  engine_interrupted: 'Der Computer wurde anderswo gebraucht. Bitte noch einmal versuchen.',
  engine_failed: 'Der Computergegner ist ausgefallen.',
};
