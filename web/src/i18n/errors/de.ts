/** Fehlermeldungen des Servers auf Deutsch. */
import { positionsDe } from '../positions/de';
import { sizeText } from '../units';
import { colorOf, type ErrorTexts } from './texts';

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
    'Zu viele deiner Partien haben noch nicht begonnen. Spiele eine davon, brich sie ab oder ziehe die Einladung zurück.',
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
  bad_fen: 'Das ist keine gültige FEN.',
  bad_kings: (color, count) =>
    positionsDe.kings({ type: 'kings', color: colorOf(color), count: Number(count) }),
  bad_pawn: (square = '') => positionsDe.pawn_on_back_rank({ type: 'pawn_on_back_rank', square }),
  bad_pieces: (color) =>
    positionsDe.too_many_pieces({ type: 'too_many_pieces', color: colorOf(color) }),
  bad_check: 'Diese Stellung kann nicht entstehen: So kann kein Schach gegeben werden.',
  bad_castling: (color, castling) =>
    positionsDe.castling_right({
      type: 'castling_right',
      color: colorOf(color),
      kingside: castling === 'O-O',
    }),
  bad_en_passant: (square = '') => positionsDe.en_passant({ type: 'en_passant', square }),
  bad_time: 'Diese Bedenkzeit ist nicht möglich.',
  bad_terms: 'Mit diesen Optionen lässt sich keine Partie starten.',
  bad_seats: 'Mindestens ein Spieler muss von Anfang an feststehen.',
  bad_move: 'Das ist kein möglicher Zug.',
  bad_import: 'Das lässt sich nicht lesen.',

  no_study: 'Diese Studie gibt es nicht, oder sie ist nicht geteilt.',
  bad_title: 'Eine Studie braucht einen Namen mit 1 bis 200 Zeichen.',

  no_game: 'Partie nicht gefunden.',
  in_play: (id) => `Die Partie ${id} läuft noch. Sie kann gelöscht werden, wenn sie zu Ende ist.`,
  damaged: 'Die gespeicherten Daten dieser Partie sind beschädigt.',
  not_stored: 'Das konnte nicht gespeichert werden; es wurde nichts geändert.',
  not_read: 'Der Server konnte das nicht lesen. Versuche es gleich noch einmal.',
  unconfirmed: 'Der Server weiß nicht, ob das gespeichert wurde. Es wird noch einmal gesendet.',
  stale: 'Die Partie hat sich inzwischen geändert. Sieh dir die Stellung noch einmal an.',
  wrong_secret: 'Du spielst in dieser Partie nicht mit.',
  no_seat: 'Du spielst in dieser Partie nicht mit.',
  not_followed: 'Diese Seite ist nicht mit der Partie verbunden.',
  bad_id: 'Der Server konnte die Anfrage nicht lesen.',
  id_reused: 'Der Server hat unter derselben Kennung schon eine andere Anfrage erhalten.',
  bad_message: 'Der Server konnte die Nachricht nicht lesen.',

  over: 'Die Partie ist zu Ende.',
  adjourned: 'Die Partie ist vertagt.',
  locked: 'Deine Gruppe darf das zurzeit nicht nutzen. Ein Organisator kann das ändern.',
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
  already_offered: 'Das hast du schon angeboten. Nach deinem nächsten Zug geht es wieder.',
  nothing_to_undo: 'Es gibt keinen Zug zum Zurücknehmen oder Wiederherstellen.',
  begun: 'Die Partie hat begonnen und kann nicht mehr abgebrochen werden.',
  no_clock: 'Diese Seite hat keine Uhr.',
  out_of_time: 'Zu spät: Die Zeit war abgelaufen.',
  time_left: 'Auf der Uhr ist noch Zeit.',
  not_over: 'Die Partie ist noch nicht zu Ende.',
  rematched: 'Die Revanche hat schon begonnen.',
  amount: 'Du kannst deinem Gegner 1 Sekunde bis 1 Stunde geben.',

  no_demonstration: 'Demobrett nicht gefunden.',
  too_many_demonstrations: (most) =>
    `Höchstens ${most} Demobretter können offen sein. Beende zuerst eines davon.`,
  not_presenter: (name) =>
    name === '' ? 'Der Trainer hat das Brett.' : `${name} hat gerade das Brett.`,
  not_following: (name) => `${name} folgt dem Brett gerade nicht.`,
  demonstration_changed:
    'Das Brett wurde gerade auf einem anderen Gerät geändert. Du siehst jetzt den neuesten Stand.',
  too_many_shapes: (most) => `Auf eine Stellung passen höchstens ${most} Pfeile und Felder.`,
  no_simul: 'Simultan nicht gefunden.',
  too_many_simuls: (most) => `Höchstens ${most} Simultanvorstellungen können zugleich laufen.`,
  bad_opponents: (most) =>
    `Wähle 1 bis ${most} Gegner, jeden einmal und nicht den Simultanspieler selbst.`,
  simul_begun: 'Es wurde schon gezogen, das Simultan kann nicht mehr abgesagt werden.',

  no_competition: 'Turnier nicht gefunden.',
  not_your_game: (round, board) =>
    `Das dürfen nur die beiden Spieler von Runde ${round}, Brett ${board}.`,
  competition_finished: 'Das Turnier ist beendet.',
  competition_not_finished: 'Das Turnier ist nicht beendet.',
  bad_rounds: (rounds) => `${rounds} Runden sind nicht möglich; plane 1 bis 200.`,
  bad_points:
    'Ein Sieg muss mehr zählen als eine Niederlage, ein Remis etwas dazwischen, und alles höchstens 10.',
  bad_acceleration:
    'Bei beschleunigter Auslosung zählt ein Remis einen halben Sieg und eine Niederlage nichts.',
  bad_keizer: 'Ein Wert des Keizer-Systems ist zu groß.',
  bad_tie_breaks:
    'Diese Feinwertungen sind nicht möglich; jede höchstens einmal, insgesamt höchstens 20.',
  format_fixed: 'Nach der ersten Auslosung lässt sich die Turnierform nicht mehr ändern.',
  rounds_paired: (count) => `${count} Runden sind schon ausgelost; plane mindestens so viele.`,
  no_entrant: (number) => `In diesem Turnier gibt es keinen Teilnehmer ${number}.`,
  competition_full: (max) => `Ein Turnier hat höchstens ${max} Teilnehmer.`,
  entry_closed: 'Nach der ersten Auslosung kann hier niemand mehr einsteigen.',
  already_withdrawn: (name) => `${name} ist schon zurückgezogen.`,
  not_withdrawn: (name) => `${name} ist nicht zurückgezogen.`,
  no_round: (round) => `Es gibt keine Runde ${round}.`,
  round_paired: (round) => `Runde ${round} ist schon ausgelost.`,
  bad_absence: 'Solche Abwesenheiten gibt es in dieser Turnierform nicht.',
  no_half_point_bye_left: (max) =>
    `Alle halben Freilose sind verbraucht; pro Spieler gibt es ${max}.`,
  no_absence: (name, round) => `Für ${name} ist in Runde ${round} keine Abwesenheit gemeldet.`,
  results_missing: (round, count) =>
    `Runde ${round}: ${count === '1' ? '1 Ergebnis fehlt' : `${count} Ergebnisse fehlen`}.`,
  match_tied: (round, board) =>
    `Der Wettkampf in Runde ${round}, Brett ${board} steht unentschieden. Wer kommt weiter?`,
  not_tied: (round, board) =>
    `Der Wettkampf in Runde ${round}, Brett ${board} steht nicht unentschieden.`,
  all_rounds_paired: (count) => `Alle ${count} Runden sind ausgelost.`,
  too_few_players: (count) => `Nur ${count} Teilnehmer; eine Runde braucht mindestens zwei.`,
  too_many_players: (count) => `${count} Teilnehmer sind zu viele für diese Turnierform.`,
  no_legal_pairing: (round) =>
    `Runde ${round} lässt sich nicht auslosen, ohne dass Spieler erneut aufeinandertreffen. Lose von Hand aus oder beende das Turnier.`,
  left_out: (name) => `${name} hat keinen Platz in der Auslosung.`,
  paired_twice: (name) => `${name} steht zweimal in der Auslosung.`,
  away: (name, round) => `${name} ist in Runde ${round} nicht da.`,
  nothing_paired: 'Noch keine Runde ist ausgelost.',
  round_has_results: (round) => `Runde ${round} hat schon Ergebnisse. Lösche sie zuerst.`,
  round_started: (round) => `Runde ${round} hat schon begonnen.`,
  same_player: 'Wähle zwei verschiedene Spieler.',
  not_paired: (name, round) => `${name} spielt in Runde ${round} nicht.`,
  met_before: (name, other) => `${name} und ${other} haben schon gegeneinander gespielt.`,
  forbidden_pair: (one, other) => `${one} und ${other} dürfen nicht gegeneinander spielen.`,
  too_many_forbidden_pairs: (most) => `Höchstens ${most} verbotene Paarungen sind möglich.`,
  has_had_bye: (name) => `${name} hatte schon ein Freilos oder hat kampflos gewonnen.`,
  fixed_opponents:
    'In dieser Turnierform stehen die Gegner fest; nur die Farben lassen sich tauschen.',
  no_board: (round, board) => `In Runde ${round} gibt es kein Brett ${board}.`,
  result_known: (round, board) =>
    `Runde ${round}, Brett ${board} hat schon ein Ergebnis. Ändern kann es der Turnierleiter.`,
  no_result: (round, board) => `Runde ${round}, Brett ${board} hat kein Ergebnis.`,
  organizers_result:
    'Spieler melden Sieg, Remis oder Niederlage; alles andere entscheidet der Turnierleiter.',
  changes_bracket: (round, board) =>
    `Damit käme in Runde ${round}, Brett ${board} jemand anderes weiter, aber die nächste Runde hat schon begonnen.`,
  game_taken: 'Diese Partie gehört zu einem anderen Brett.',
  cannot_undo: 'Das lässt sich nicht mehr rückgängig machen.',

  not_here: (name) => `${name} ist gerade nicht da.`,
  in_game: (name) => `${name} spielt gerade eine Partie.`,
  no_challenge: 'Diese Herausforderung ist nicht mehr offen.',
  no_seek: 'Diese Partie ist nicht mehr offen.',
  not_eligible: 'Diese Partie ist für Spieler mit einer anderen Wertungszahl.',
  lobby_full:
    'Du hast zu viele offene Herausforderungen oder Partien. Nimm zuerst eine davon zurück.',
  bad_pairs: (max) => `Wähle zwischen 1 und ${max} Paare auf einmal.`,

  engines_busy: `Zu viele warten auf den Computer. ${tryAgain}`,
  engine_thinking: 'Der Computer denkt schon über diese Partie nach.',
  unknown_engine: 'Diese Engine gibt es auf diesem Server nicht.',
  bad_rating: 'Mit dieser Elo-Zahl spielt der Computer nicht.',
  no_move: 'In dieser Stellung gibt es keinen legalen Zug.',
  engine_interrupted: 'Die Engine wurde unterbrochen. Bitte versuche es noch einmal.',
  engine_failed: 'Die Engine ist abgestürzt.',
};
