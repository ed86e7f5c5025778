/** Les refus du serveur en français. */
import type { Sentences } from './sentences';

const side = (color = ''): string => (color === 'white' ? 'Les Blancs' : 'Les Noirs');
const later = 'Réessayez dans un instant.';

export const problemsFr: Sentences = {
  not_found: 'Il n’y a rien à cette adresse.',
  method_not_allowed: 'Cela n’est pas possible à cette adresse.',
  foreign_host: (host) =>
    `« ${host} » n’est pas un nom de ce serveur ; son responsable peut l’ajouter.`,
  foreign_origin: (origin) =>
    `Les pages de « ${origin} » ne peuvent pas utiliser ce serveur ; son responsable peut l’autoriser.`,
  not_json: 'La demande n’est pas en JSON.',
  too_large: (most) => `C’est trop grand ; au plus ${most} octets.`,
  too_slow: `L’envoi a pris trop de temps. ${later}`,
  bad_body: 'Le serveur ne peut pas lire ce qui a été envoyé.',
  bad_query: 'Cette adresse est illisible.',
  no_upgrade: 'Cette adresse ne sert qu’aux connexions ouvertes.',
  local_only: 'Seuls les programmes du même ordinateur peuvent le demander.',
  too_many_requests: (seconds) => `Trop de demandes. Réessayez dans ${seconds} s.`,
  busy: `Trop de monde à la fois. ${later}`,
  closing: 'Le serveur est en train de s’arrêter.',
  internal: 'Quelque chose a échoué sur le serveur ; c’est noté.',

  wrong_login: 'Le nom ou le mot de passe est faux.',
  wrong_password: 'Le mot de passe actuel est faux.',
  keepers_password: 'Le mot de passe du responsable est fixé au démarrage du serveur.',
  login_needed: 'Connectez-vous pour cela.',
  keeper_only: 'Seul le responsable du serveur peut le faire.',
  bad_password: (min, max, length) =>
    `Un mot de passe a de ${min} à ${max} caractères ; celui-ci en a ${length}.`,
  no_member: (name) => `Il n’y a pas de membre « ${name} ».`,
  name_taken: (name) => `Le nom « ${name} » est déjà pris.`,

  bad_name: "Un nom a de 1 à 32 caractères : lettres, chiffres, espaces et _.'-",
  bad_chess960: (number) => `Il n’y a pas de position Chess960 ${number} ; elles vont de 0 à 959.`,
  bad_fen: { quoting: (message) => `Cette FEN est illisible. Le serveur dit : « ${message} »` },
  bad_kings: (color, count) => `${side(color)} ont ${count} rois ; il en faut un par camp.`,
  bad_pawn: (square) => `Il y a un pion en ${square} ; les pions vont des rangées 2 à 7.`,
  bad_men: (color) => `${side(color)} ont plus de pièces qu’il ne peut y en avoir.`,
  bad_check: 'Un roi est en échec d’une façon impossible.',
  bad_castling: (color, wing) =>
    `${side(color)} ne peuvent pas roquer ${wing} : le roi ou la tour a bougé.`,
  bad_en_passant: (square) => `Aucun pion ne vient de passer par ${square}.`,
  bad_time: 'On ne peut pas jouer avec ce temps.',
  bad_terms: 'On ne peut pas commencer une partie ainsi.',
  bad_seats: 'L’une des deux places doit être prise dès le début.',
  bad_move: 'Ce n’est pas un coup possible ici.',
  bad_import: { quoting: (message) => `C’est illisible. Le serveur dit : « ${message} »` },

  no_game: 'Cette partie n’existe pas ici.',
  in_play: (id) => `La partie ${id} est en cours ; on pourra la retirer quand elle sera finie.`,
  damaged: 'Ce qui est enregistré de cette partie est endommagé.',
  not_stored: `Cela n’a pas pu être enregistré et n’a pas eu lieu. ${later}`,
  stale: 'Autre chose s’est passé avant ; regardez la partie de nouveau.',
  wrong_secret: 'Cette clé n’appartient à aucune place de la partie.',
  no_seat: 'Aucune place de cette partie n’est à vous.',
  not_followed: 'Cette partie n’est pas suivie ici.',
  bad_id: 'Cette demande a un nom que le serveur ne peut pas garder.',
  bad_message: 'Le serveur ne peut pas lire le message.',

  over: 'La partie est finie.',
  waiting: 'L’autre place est encore libre.',
  seat_taken: 'Quelqu’un y est déjà assis.',
  not_your_turn: 'C’est à l’autre camp de jouer.',
  illegal: 'Ce coup n’est pas permis ici.',
  not_allowed: 'Seuls les joueurs peuvent le faire.',
  no_claim: 'Aucune position n’est survenue trois fois, et cinquante coups n’ont pas passé.',
  no_offer: 'Rien de tel n’a été proposé.',
  already_offered: 'C’est déjà proposé ; jouez d’abord un coup.',
  nothing_to_undo: 'Il n’y a pas de tel coup.',
  begun: 'La partie a commencé et ne peut plus être annulée.',
  no_clock: 'Ce camp joue sans pendule.',
  time_left: 'Il reste du temps.',
  not_over: 'La partie n’est pas encore finie.',
  rematched: 'Les joueurs ont commencé une autre partie.',
  amount: 'On ne peut pas donner autant de temps ; d’une seconde à une heure.',

  engines_busy: `Trop de monde attend l’ordinateur. ${later}`,
  engine_thinking: 'L’ordinateur réfléchit déjà à cette partie.',
  unknown_engine: 'Ce programme adverse n’existe pas ici.',
  bad_rating: 'L’ordinateur ne joue pas à ce classement.',
  no_move: 'Il n’y a pas de coup à trouver ici.',
  engine_interrupted: 'Le programme a été demandé ailleurs. Veuillez réessayer.',
  engine_failed: 'Le programme adverse est tombé en panne.',
};
