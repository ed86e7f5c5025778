/** Les textes de la liste des membres et des cartes en français. */
import type { RosterMessages } from './en';

const count = (number: number, one: string, many: string): string =>
  `${number} ${number < 2 ? one : many}`;

export const rosterFr: RosterMessages = {
  onlyOrganizers:
    'Seuls les organisateurs et l’administrateur de ce serveur peuvent gérer ses membres.',
  help: 'Les membres se connectent avec une carte ou un mot de passe et retrouvent leurs parties sur chaque appareil.',
  group: 'Groupe',
  groupHint: 'Une classe ou une équipe, p.\u00a0ex. 6e\u00a0B',
  noGroup: 'Sans groupe',
  allGroups: 'Tous les groupes',
  rating: 'Elo',
  ratingHint: 'De 100 à 4000, ou vide',
  role: 'Rôle',
  roles: { member: 'Membre', organizer: 'Organisateur' },
  signIn: 'Connexion',
  card: 'Carte',
  password: 'Mot de passe',
  noSignIn: 'Aucune',
  search: 'Chercher un nom',
  noneFound: 'Aucun membre trouvé',
  people: (number) => count(number, 'membre', 'membres'),
  edit: 'Modifier',
  editMember: (name) => `Modifier ${name}`,
  saved: (name) => `${name} : modifications enregistrées.`,
  added: (name) => `${name} a été ajouté à la liste.`,
  optionalPassword: 'Mot de passe (facultatif)',
  organizerPassword:
    'Les organisateurs se connectent avec un mot de passe ; ils n’ont pas de carte.',
  roleHelp: 'Un organisateur gère les membres et les tournois.',

  importList: 'Importer une liste',
  exportList: 'Exporter la liste',
  importHelp:
    'Un tableau enregistré en CSV, avec une colonne de noms et, si vous voulez, les classes et les Elo. Vous voyez ce qui va se passer avant que rien ne soit enregistré.',
  chooseFile: 'Choisir un fichier…',
  otherFile: 'Choisir un autre fichier…',
  dropHere: 'ou déposez-le ici',
  reading: 'Lecture du fichier…',
  line: 'Ligne',
  outcome: 'Ce qui se passe',
  outcomes: { new: 'Nouveau', changed: 'Modifié', unchanged: 'Inchangé', error: 'Erreur' },
  before: (value) => `avant : ${value}`,
  none: 'aucun',
  summary: (added, changed, unchanged) =>
    `${count(added, 'nouveau', 'nouveaux')}, ${count(changed, 'modifié', 'modifiés')}, ${count(unchanged, 'inchangé', 'inchangés')}`,
  wrongRows: (number) =>
    `${count(number, 'ligne contient', 'lignes contiennent')} une erreur. Corrigez le fichier et choisissez-le à nouveau ; rien n’a été enregistré.`,
  ignoredColumns: (names) => `Colonnes non utilisées : ${names}`,
  nothingToDo: 'Tout cela figure déjà dans la liste.',
  importNow: (number) => `Importer ${count(number, 'membre', 'membres')}`,
  imported: (added, changed) =>
    `Liste importée : ${count(added, 'nouveau', 'nouveaux')}, ${count(changed, 'modifié', 'modifiés')}.`,
  rowErrors: {
    no_name: () => 'Le nom manque.',
    long_name: (max) => `Le nom a plus de ${max} caractères.`,
    bad_character: (character) => `Un nom ne peut pas contenir « ${character} ».`,
    reserved_name: (name) => `Le nom « ${name} » est réservé au serveur.`,
    looks_like_member: (name) => `Ressemble au membre « ${name} », mais s’écrit autrement.`,
    duplicate_name: (line) => `Même nom qu’à la ligne ${line}, ou un nom qui lui ressemble.`,
    bad_group: () => 'Le nom d’un groupe a 32 caractères au plus.',
    bad_rating: (rating) => `« ${rating} » n’est pas un Elo de 100 à 4000.`,
    admin_only: (name) =>
      `${name} est organisateur ; seul l’administrateur peut modifier cette ligne.`,
  },

  cards: 'Cartes',
  cardsHelp:
    'Imprimez les cartes et découpez-les le long des lignes. Les enfants présentent leur carte à la caméra ou tapent son code à l’adresse indiquée.',
  cardsOnlyHere:
    'Ce serveur n’est accessible que depuis cet ordinateur : les codes QR ne marcheront pas sur d’autres appareils. Démarrez d’abord le serveur sur votre réseau.',
  issueMissing: 'Créer les cartes manquantes',
  issued: (number) =>
    number === 0
      ? 'Tout le monde a une carte.'
      : `${count(number, 'carte créée', 'cartes créées')}.`,
  print: 'Imprimer',
  noCards: 'Aucune carte pour l’instant',
  back: 'Retour aux membres',
  newCard: 'Nouvelle carte',
  makeCard: 'Créer une carte',
  revokeCard: 'Bloquer la carte',
  hasCard: 'A une carte',
  hasNoCard: 'N’a pas de carte',
  confirmNewCard: (name) => `Nouvelle carte pour ${name} ?`,
  newCardHelp:
    'L’ancienne carte ne marche plus aussitôt, et les appareils connectés avec elle sont déconnectés.',
  cardReplaced: (name) => `${name} a une nouvelle carte : imprimez-la sous « Cartes ».`,
  cardRevoked: (name) => `La carte de ${name} est bloquée.`,
  cardFor: (address) => `Scanner, ou taper le code à l’adresse ${address}`,
  qrOf: (name) => `Code QR de ${name}`,

  cardLogin: 'Se connecter avec sa carte',
  code: 'Code',
  codeHelp: 'Tapez les 8 lettres et chiffres de votre carte.',
  enter: 'C’est parti',
  welcome: (name) => `Bonjour ${name} !`,
};
