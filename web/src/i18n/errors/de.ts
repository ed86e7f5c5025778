/** Fehlermeldungen des Servers auf Deutsch. */
import { sizeText } from '../units';
import type { ErrorTexts } from './texts';

const side = (color = ''): string => (color === 'white' ? 'Weiß' : 'Schwarz');
const tryAgain = 'Versuche es gleich noch einmal.';

export const errorsDe: ErrorTexts = {
  not_found: 'Unter dieser Adresse ist nichts.',
  method_not_allowed: 'Das geht unter dieser Adresse nicht.',
  foreign_host: (host) =>
    `„${host}“ ist kein Name dieses Servers. Der Betreiber kann ihn hinzufügen.`,
  foreign_origin: (origin) =>
    `Seiten von „${origin}“ dürfen diesen Server nicht benutzen. Der Betreiber kann es erlauben.`,
  not_json: 'Die Anfrage ist kein JSON.',
  too_large: (max) => `Das ist zu groß. Erlaubt sind höchstens ${sizeText('de', Number(max))}.`,
  too_slow: `Die Übertragung hat zu lange gedauert. ${tryAgain}`,
  bad_body: 'Der Server konnte die Anfrage nicht lesen.',
  bad_query: 'Der Server konnte diese Adresse nicht lesen.',
  no_upgrade: 'Diese Adresse ist nur für Live-Verbindungen.',
  local_only: 'Das dürfen nur Programme auf demselben Computer.',
  too_many_requests: (seconds) =>
    `Zu viele Anfragen. Versuche es in ${seconds === '1' ? 'einer Sekunde' : `${seconds} Sekunden`} wieder.`,
  quota_exceeded:
    'Du hast vorerst so viel gespeichert, wie einer Person zusteht. Versuche es später noch einmal.',
  too_many_games:
    'Zu viele deiner Partien haben noch nicht begonnen. Spiele eine davon oder brich sie ab.',
  too_many_events:
    'In dieser Partie ist zu viel passiert. Du kannst nur noch ziehen oder sie beenden.',
  storage_full: 'Die Bibliothek dieses Servers ist voll. Wende dich an den Betreiber.',
  busy: `Der Server ist ausgelastet. ${tryAgain}`,
  closing: 'Der Server wird gerade beendet.',
  internal: 'Auf dem Server ist etwas schiefgegangen. Der Fehler wurde protokolliert.',

  wrong_login: 'Name oder Passwort ist falsch.',
  wrong_password: 'Dein aktuelles Passwort ist falsch.',
  admin_password: 'Das Passwort des Administrators wird beim Start des Servers festgelegt.',
  login_needed: 'Melde dich dafür an.',
  admin_only: 'Das darf nur der Administrator dieses Servers.',
  bad_password: (min, max, length) =>
    `Ein Passwort hat ${min} bis ${max} Zeichen; dieses hat ${length}.`,
  common_password:
    'Dieses Passwort ist leicht zu erraten. Wähle eines, das weder häufig noch ein Name ist.',
  no_member: (name) => `Es gibt kein Mitglied „${name}“.`,
  name_taken: (name) => `Der Name „${name}“ ist schon vergeben.`,
  name_reserved:
    'Dieser Name ist reserviert oder gehört einem Mitglied. Melde dich an, wenn es deiner ist, oder wähle einen anderen.',
  wrong_card: 'Keine gültige Karte hat diesen Code. Prüfe ihn, oder bitte um eine neue Karte.',
  organizer_only: 'Das dürfen nur Organisatoren und der Administrator dieses Servers.',
  no_card: (name) => `${name} ist Organisator; Organisatoren melden sich mit Passwort an.`,
  bad_group: (max) => `Der Name einer Gruppe hat 1 bis ${max} Zeichen.`,
  bad_member_rating: (min, max) => `Eine Wertungszahl liegt zwischen ${min} und ${max}.`,
  empty_roster: 'In dieser Datei stehen keine Namen.',
  binary_roster:
    'Das ist keine Textdatei. Speichere die Liste in der Tabellenkalkulation als CSV und wähle diese Datei.',
  no_name_column: (row) =>
    `Keine Spalte dieser Datei enthält Namen. In der ersten Zeile sollte z. B. Name, Klasse, DWZ stehen; dort steht: ${row}`,
  too_many_rows: (max) => `Diese Datei hat mehr als ${max} Zeilen.`,
  bad_rows: 'Einige Zeilen sind fehlerhaft, deshalb wurde nichts eingelesen.',
  roster_changed:
    'Die Mitgliederliste hat sich inzwischen geändert, deshalb wurde nichts eingelesen. Wähle die Datei noch einmal, um zu sehen, was jetzt passieren würde.',

  bad_name: "Ein Name hat 1 bis 32 Zeichen: Buchstaben, Ziffern, Leerzeichen und _.'-()",
  bad_chess960: (number) => `Es gibt keine Chess960-Stellung ${number}; es gibt sie von 0 bis 959.`,
  bad_fen: {
    quoting: (message) => `Das ist keine gültige FEN. Der Server meldet: „${message}“`,
  },
  bad_kings: (color, count) =>
    `${side(color)} hat ${count} Könige; jede Seite braucht genau einen.`,
  bad_pawn: (square) => `Auf ${square} steht ein Bauer; Bauern stehen auf den Reihen 2 bis 7.`,
  bad_pieces: (color) => `${side(color)} hat zu viele Figuren.`,
  bad_check: 'Diese Stellung kann nicht entstehen: So kann kein Schach gegeben werden.',
  bad_castling: (color, castling) =>
    `${side(color)} kann nicht ${castling === 'O-O' ? 'kurz' : 'lang'} rochieren: König oder Turm steht nicht auf dem Ausgangsfeld.`,
  bad_en_passant: (square) => `En passant auf ${square} ist nicht möglich.`,
  bad_time: 'Diese Bedenkzeit ist nicht möglich.',
  bad_terms: 'Mit diesen Optionen lässt sich keine Partie starten.',
  bad_seats: 'Mindestens ein Spieler muss von Anfang an feststehen.',
  bad_move: 'Das ist kein möglicher Zug.',
  bad_import: {
    quoting: (message) => `Das lässt sich nicht lesen. Der Server meldet: „${message}“`,
  },

  no_study: 'Diese Studie gibt es nicht, oder sie ist nicht geteilt.',
  bad_title: 'Eine Studie braucht einen Namen mit 1 bis 200 Zeichen.',

  no_game: 'Partie nicht gefunden.',
  in_play: (id) => `Die Partie ${id} läuft noch. Sie kann gelöscht werden, wenn sie zu Ende ist.`,
  damaged: 'Die gespeicherten Daten dieser Partie sind beschädigt.',
  not_stored: 'Das konnte nicht gespeichert werden; es wurde nichts geändert.',
  unconfirmed: 'Der Server weiß nicht, ob das gespeichert wurde. Es wird noch einmal gesendet.',
  stale: 'Die Partie hat sich inzwischen geändert. Sieh dir die Stellung noch einmal an.',
  wrong_secret: 'Du spielst in dieser Partie nicht mit.',
  no_seat: 'Du spielst in dieser Partie nicht mit.',
  not_followed: 'Diese Seite ist nicht mit der Partie verbunden.',
  bad_id: 'Der Server konnte die Anfrage nicht lesen.',
  id_reused: 'Der Server hat unter derselben Kennung schon eine andere Anfrage erhalten.',
  bad_message: 'Der Server konnte die Nachricht nicht lesen.',

  over: 'Die Partie ist zu Ende.',
  waiting: 'Dein Gegner ist noch nicht da.',
  seat_taken: 'Jemand anderes spielt schon mit.',
  not_your_turn: 'Dein Gegner ist am Zug.',
  illegal: 'Dieser Zug ist regelwidrig.',
  still_in_check: 'Du stehst im Schach; dieser Zug wehrt es nicht ab.',
  leaves_king_in_check: 'Nach diesem Zug stünde dein König im Schach.',
  king_into_check: 'Dort stünde dein König im Schach.',
  cannot_castle: 'So kannst du jetzt nicht rochieren.',
  not_allowed: 'Nicht erlaubt.',
  no_claim: 'Es gibt keine dreimalige Stellungswiederholung, und die 50-Züge-Regel greift nicht.',
  opponent_present: 'Dein Gegner ist verbunden.',
  opponent_may_return: 'Dein Gegner kann noch zurückkommen. Warte noch etwas.',
  no_offer: 'Dieses Angebot gibt es nicht.',
  already_offered: 'Das hast du schon angeboten. Mach erst einen Zug.',
  nothing_to_undo: 'Es gibt keinen Zug zum Zurücknehmen oder Wiederherstellen.',
  begun: 'Die Partie hat begonnen und kann nicht mehr abgebrochen werden.',
  no_clock: 'Diese Seite hat keine Uhr.',
  out_of_time: 'Zu spät: Die Zeit war abgelaufen.',
  time_left: 'Auf der Uhr ist noch Zeit.',
  not_over: 'Die Partie ist noch nicht zu Ende.',
  rematched: 'Die Revanche hat schon begonnen.',
  amount: 'Du kannst deinem Gegner 1 Sekunde bis 1 Stunde geben.',

  engines_busy: `Zu viele warten auf den Computer. ${tryAgain}`,
  engine_thinking: 'Der Computer denkt schon über diese Partie nach.',
  unknown_engine: 'Diese Engine gibt es auf diesem Server nicht.',
  bad_rating: 'Mit dieser Elo-Zahl spielt der Computer nicht.',
  no_move: 'In dieser Stellung gibt es keinen legalen Zug.',
  engine_interrupted: 'Die Engine wurde unterbrochen. Bitte versuche es noch einmal.',
  engine_failed: 'Die Engine ist abgestürzt.',
};
