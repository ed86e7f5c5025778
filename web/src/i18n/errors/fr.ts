/** Les messages d’erreur du serveur en français. */
import { positionsFr } from '../positions/fr';
import { sizeText } from '../units';
import { colorOf, type ErrorTexts } from './texts';

const tryAgain = 'Réessayez dans un instant.';

export const errorsFr: ErrorTexts = {
  not_found: 'Il n’y a rien à cette adresse.',
  method_not_allowed: 'Cela n’est pas possible à cette adresse.',
  foreign_host: (host) =>
    `« ${host} » n’est pas un nom de ce serveur. Son administrateur peut l’ajouter.`,
  foreign_origin: (origin) =>
    `Les pages de « ${origin} » ne peuvent pas utiliser ce serveur. Son administrateur peut l’autoriser.`,
  not_json: 'La requête n’est pas en JSON.',
  too_large: (max) => `C’est trop volumineux : ${sizeText('fr', Number(max))} au maximum.`,
  too_slow: `L’envoi a pris trop de temps. ${tryAgain}`,
  bad_body: 'Le serveur n’a pas pu lire la requête.',
  bad_query: 'Cette adresse est illisible.',
  no_upgrade: 'Cette adresse est réservée aux connexions en direct.',
  local_only: 'Seuls les programmes du même ordinateur peuvent faire cela.',
  too_many_requests: (seconds) => `Trop de requêtes. Réessayez dans ${seconds} s.`,
  quota_exceeded:
    'Vous avez enregistré autant qu’une personne le peut pour l’instant. Réessayez plus tard.',
  too_many_games: 'Trop de vos parties n’ont pas commencé. Jouez-en une ou annulez-la d’abord.',
  too_many_events:
    'Il s’est passé trop de choses dans cette partie. Vous ne pouvez que jouer ou la terminer.',
  storage_full: 'La bibliothèque de ce serveur est pleine. Adressez-vous à son responsable.',
  busy: `Le serveur est surchargé. ${tryAgain}`,
  closing: 'Le serveur est en train de s’arrêter.',
  internal: 'Une erreur est survenue sur le serveur ; elle a été consignée.',

  wrong_login: 'Nom ou mot de passe incorrect.',
  wrong_password: 'Votre mot de passe actuel est incorrect.',
  admin_password: 'Le mot de passe de l’administrateur est fixé au démarrage du serveur.',
  login_needed: 'Connectez-vous pour cela.',
  admin_only: 'Seul l’administrateur de ce serveur peut faire cela.',
  bad_password: (min, max, length) =>
    `Un mot de passe a de ${min} à ${max} caractères ; celui-ci en a ${length}.`,
  common_password:
    'Ce mot de passe est facile à deviner. Choisissez-en un qui ne soit ni courant ni un nom.',
  no_member: (name) => `Il n’y a pas de membre « ${name} ».`,
  name_taken: (name) => `Le nom « ${name} » est déjà pris.`,
  name_reserved:
    'Ce nom est réservé ou appartient à un membre. Connectez-vous si c’est le vôtre, ou choisissez-en un autre.',
  wrong_card: 'Aucune carte valable ne porte ce code. Vérifiez-le, ou demandez une nouvelle carte.',
  organizer_only: 'Seuls les organisateurs et l’administrateur de ce serveur peuvent faire cela.',
  no_card: (name) =>
    `${name} est organisateur ; les organisateurs se connectent avec un mot de passe.`,
  bad_group: (max) => `Le nom d’un groupe a de 1 à ${max} caractères.`,
  bad_member_rating: (min, max) => `Un Elo est un nombre de ${min} à ${max}.`,
  empty_roster: 'Ce fichier ne contient aucun nom.',
  binary_roster:
    'Ce n’est pas un fichier texte. Dans votre tableur, enregistrez la liste en CSV et choisissez ce fichier.',
  no_name_column: (row) =>
    `Aucune colonne de ce fichier ne contient de noms. Sa première ligne devrait dire, p. ex., Nom, Classe, Elo ; elle dit : ${row}`,
  too_many_rows: (max) => `Ce fichier a plus de ${max} lignes.`,
  bad_rows: 'Certaines lignes contiennent une erreur ; rien n’a été importé.',
  roster_changed:
    'La liste des membres a changé entre-temps ; rien n’a été importé. Choisissez à nouveau le fichier pour voir ce qui se passerait maintenant.',

  bad_name: "Un nom a de 1 à 32 caractères : lettres, chiffres, espaces et _.'-()",
  bad_chess960: (number) => `Il n’y a pas de position Chess960 ${number} ; elles vont de 0 à 959.`,
  bad_fen: 'Cette FEN n’est pas valide.',
  bad_kings: (color, count) =>
    positionsFr.kings({ type: 'kings', color: colorOf(color), count: Number(count) }),
  bad_pawn: (square = '') => positionsFr.pawn_on_back_rank({ type: 'pawn_on_back_rank', square }),
  bad_pieces: (color) =>
    positionsFr.too_many_pieces({ type: 'too_many_pieces', color: colorOf(color) }),
  bad_check: 'Cette position ne peut pas se produire : l’échec est impossible.',
  bad_castling: (color, castling) =>
    positionsFr.castling_right({
      type: 'castling_right',
      color: colorOf(color),
      kingside: castling === 'O-O',
    }),
  bad_en_passant: (square = '') => positionsFr.en_passant({ type: 'en_passant', square }),
  bad_time: 'Cette cadence est impossible.',
  bad_terms: 'On ne peut pas commencer une partie avec ces options.',
  bad_seats: 'Il faut au moins un joueur dès le début.',
  bad_move: 'Ce n’est pas un coup possible.',
  bad_import: 'C’est illisible.',

  no_study: 'Cette étude n’existe pas, ou elle n’est pas partagée.',
  bad_title: 'Une étude a besoin d’un nom de 1 à 200 caractères.',

  no_game: 'Partie introuvable.',
  in_play: (id) => `La partie ${id} est en cours. Elle pourra être supprimée une fois terminée.`,
  damaged: 'Les données enregistrées de cette partie sont endommagées.',
  not_stored: 'L’enregistrement a échoué ; rien n’a été modifié.',
  not_read: 'Le serveur n’a pas pu lire ces données. Réessayez dans un instant.',
  unconfirmed: 'Le serveur ne sait pas si cela a été enregistré. La demande sera renvoyée.',
  stale: 'La partie a changé entre-temps. Vérifiez la position.',
  wrong_secret: 'Vous ne jouez pas dans cette partie.',
  no_seat: 'Vous ne jouez pas dans cette partie.',
  not_followed: 'Cette page n’est pas connectée à la partie.',
  bad_id: 'Le serveur n’a pas pu lire la requête.',
  id_reused: 'Le serveur a déjà reçu une autre demande sous le même identifiant.',
  bad_message: 'Le serveur n’a pas pu lire le message.',

  over: 'La partie est terminée.',
  adjourned: 'La partie est ajournée.',
  locked:
    'Votre groupe ne peut pas utiliser cela pour le moment. Un organisateur peut changer cela.',
  waiting: 'Votre adversaire n’est pas encore là.',
  seat_taken: 'Quelqu’un d’autre a déjà rejoint la partie.',
  not_your_turn: 'C’est à votre adversaire de jouer.',
  illegal: 'Ce coup est illégal.',
  still_in_check: 'Vous êtes en échec ; ce coup ne le pare pas.',
  leaves_king_in_check: 'Ce coup laisse votre roi en échec.',
  king_into_check: 'Votre roi y serait en échec.',
  cannot_castle: 'Vous ne pouvez pas roquer ainsi maintenant.',
  not_allowed: 'Non autorisé.',
  no_claim: 'Il n’y a pas de triple répétition, et la règle des 50 coups ne s’applique pas.',
  opponent_present: 'Votre adversaire est connecté.',
  opponent_may_return: 'Votre adversaire peut encore revenir. Attendez un peu.',
  no_offer: 'Cette proposition n’existe pas.',
  already_offered: 'Vous l’avez déjà proposé. Vous pourrez le refaire après votre prochain coup.',
  nothing_to_undo: 'Il n’y a pas de coup à reprendre ou à rejouer.',
  begun: 'La partie a commencé et ne peut plus être annulée.',
  no_clock: 'Ce camp n’a pas de pendule.',
  out_of_time: 'Trop tard : le temps était écoulé.',
  time_left: 'Il reste du temps à la pendule.',
  not_over: 'La partie n’est pas encore terminée.',
  rematched: 'La revanche a déjà commencé.',
  amount: 'Vous pouvez donner à votre adversaire de 1 seconde à 1 heure.',

  no_demonstration: 'Échiquier de démonstration introuvable.',
  too_many_demonstrations: (most) =>
    `Au plus ${most} échiquiers de démonstration peuvent être ouverts. Fermez-en un d’abord.`,
  not_presenter: (name) =>
    name === '' ? 'L’entraîneur a l’échiquier.' : `${name} a l’échiquier en ce moment.`,
  not_following: (name) => `${name} ne suit pas l’échiquier en ce moment.`,
  demonstration_changed:
    'L’échiquier vient d’être modifié sur un autre appareil. Vous voyez maintenant son dernier état.',
  too_many_shapes: (most) => `Une position a au plus ${most} flèches et cases colorées.`,
  no_simul: 'Simultanée introuvable.',
  too_many_simuls: (most) => `Au plus ${most} simultanées peuvent avoir lieu à la fois.`,
  bad_opponents: (most) =>
    `Choisissez 1 à ${most} adversaires, chacun une fois, et pas le simultanéiste.`,
  simul_begun: 'Des coups ont déjà été joués ; la simultanée ne peut plus être annulée.',

  no_competition: 'Tournoi introuvable.',
  not_your_game: (round, board) =>
    `Seuls les deux joueurs de la ronde ${round}, échiquier ${board} peuvent faire cela.`,
  competition_finished: 'Le tournoi est terminé.',
  competition_not_finished: 'Le tournoi n’est pas terminé.',
  bad_rounds: (rounds) => `${rounds} rondes, c’est impossible ; prévoyez-en de 1 à 200.`,
  bad_points:
    'Un gain doit valoir plus qu’une perte, une nulle entre les deux, et 10 points au maximum.',
  bad_acceleration: 'Pour accélérer, une nulle doit valoir la moitié d’un gain, et une perte rien.',
  bad_keizer: 'Une valeur du système Keizer est trop grande.',
  bad_tie_breaks: 'Ces départages sont impossibles ; chacun une seule fois, et 20 au maximum.',
  format_fixed: 'La formule ne peut plus changer après le premier appariement.',
  rounds_paired: (count) => `${count} rondes sont déjà appariées ; prévoyez-en au moins autant.`,
  no_entrant: (number) => `Il n’y a pas de joueur ${number} dans ce tournoi.`,
  competition_full: (max) => `Un tournoi a au plus ${max} joueurs.`,
  entry_closed: 'On ne peut plus s’inscrire à ce tournoi après le premier appariement.',
  already_withdrawn: (name) => `${name} s’est déjà retiré.`,
  not_withdrawn: (name) => `${name} ne s’est pas retiré.`,
  no_round: (round) => `Il n’y a pas de ronde ${round}.`,
  round_paired: (round) => `La ronde ${round} est déjà appariée.`,
  bad_absence: 'Cette formule ne connaît pas ce genre d’absence.',
  no_half_point_bye_left: (max) =>
    `Tous les byes d’un demi-point sont pris ; chaque joueur en a ${max}.`,
  no_absence: (name, round) => `Aucune absence de ${name} n’est annoncée à la ronde ${round}.`,
  results_missing: (round, count) =>
    `Ronde ${round} : il manque ${count === '1' ? '1 résultat' : `${count} résultats`}.`,
  match_tied: (round, board) =>
    `Le match de la ronde ${round}, échiquier ${board} est à égalité. Qui se qualifie ?`,
  not_tied: (round, board) =>
    `Le match de la ronde ${round}, échiquier ${board} n’est pas à égalité.`,
  all_rounds_paired: (count) => `Les ${count} rondes sont appariées.`,
  too_few_players: (count) =>
    `Nombre de joueurs présents : ${count}. Il en faut au moins deux pour une ronde.`,
  too_many_players: (count) => `${count} joueurs, c’est trop pour cette formule.`,
  no_legal_pairing: (round) =>
    `La ronde ${round} ne peut pas être appariée sans que des joueurs se rencontrent de nouveau. Appariez à la main ou terminez le tournoi.`,
  left_out: (name) => `${name} n’a pas de place dans l’appariement.`,
  paired_twice: (name) => `${name} figure deux fois dans l’appariement.`,
  away: (name, round) => `${name} est absent à la ronde ${round}.`,
  nothing_paired: 'Aucune ronde n’est encore appariée.',
  round_has_results: (round) => `La ronde ${round} a déjà des résultats. Effacez-les d’abord.`,
  round_started: (round) => `La ronde ${round} a déjà commencé.`,
  same_player: 'Choisissez deux joueurs différents.',
  not_paired: (name, round) => `${name} ne joue pas à la ronde ${round}.`,
  met_before: (name, other) => `${name} et ${other} se sont déjà rencontrés.`,
  forbidden_pair: (one, other) => `${one} et ${other} ne doivent pas se rencontrer.`,
  too_many_forbidden_pairs: (most) => `Pas plus de ${most} paires interdites.`,
  has_had_bye: (name) => `${name} a déjà été exempt ou a déjà gagné par forfait.`,
  fixed_opponents:
    'Dans cette formule, les rencontres sont fixées ; seules les couleurs peuvent être échangées.',
  no_board: (round, board) => `Il n’y a pas d’échiquier ${board} à la ronde ${round}.`,
  result_known: (round, board) =>
    `Ronde ${round}, échiquier ${board} : le résultat est déjà connu. Un organisateur peut le changer.`,
  no_result: (round, board) => `Ronde ${round}, échiquier ${board} : il n’y a pas de résultat.`,
  organizers_result:
    'Les joueurs annoncent un gain, une nulle ou une perte ; le reste revient à l’organisateur.',
  changes_bracket: (round, board) =>
    `Cela changerait le qualifié de la ronde ${round}, échiquier ${board}, mais la ronde suivante a commencé.`,
  game_taken: 'Cette partie appartient à un autre échiquier.',
  cannot_undo: 'Cela ne peut plus être annulé.',

  not_here: (name) => `${name} n’est pas là en ce moment.`,
  in_game: (name) => `${name} est en train de jouer.`,
  no_challenge: 'Ce défi n’est plus ouvert.',
  no_seek: 'Cette partie n’est plus ouverte.',
  not_eligible: 'Cette partie est réservée à des joueurs d’un autre classement.',
  lobby_full: 'Vous avez trop de défis ou de parties ouverts. Annulez-en d’abord un.',
  bad_pairs: (max) => `Choisissez de 1 à ${max} paires à la fois.`,

  engines_busy: `Trop de monde attend l’ordinateur. ${tryAgain}`,
  engine_thinking: 'L’ordinateur réfléchit déjà à cette partie.',
  unknown_engine: 'Ce moteur n’existe pas sur ce serveur.',
  bad_rating: 'L’ordinateur ne joue pas à ce niveau Elo.',
  no_move: 'Il n’y a pas de coup légal dans cette position.',
  engine_interrupted: 'Le moteur a été interrompu. Veuillez réessayer.',
  engine_failed: 'Le moteur a planté.',
};
