/** Textes de la page d’accueil : son échiquier et les adversaires. */
import type { HomeBoardMessages, OpponentMessages } from './en';

export const homeBoardFr: HomeBoardMessages = {
  label: 'L’échiquier',
  yourGame: 'Votre partie',
  newGame: 'Nouvelle partie',
  today: 'Position du jour',
  continue: 'Continuer',
  yourMove: 'Jouez un coup pour commencer.',
  namesFirst: 'Saisissez les deux noms, puis déplacez une pièce.',
  opponentMoves: 'Votre adversaire a les Blancs et commence.',
  press: (button: string) => `Appuyez sur « ${button} ».`,
  playOn: (opening) => `${opening} : jouez à partir d’ici.`,
  move: (white, black, number) => `${white} – ${black}, coup\u00a0${number}`,
  yourTurn: 'À vous de jouer',
  options: 'Options',
  recent: 'Parties récentes',
  all: 'Toutes les parties',
  review: 'Bilan',
  club: {
    title: 'En ce moment au club',
    all: 'Tout voir',
    competition: (round) => `Tournoi, ronde ${round}`,
    demonstration: 'Échiquier de démonstration',
    simul: (boards) => `Simultanée sur ${boards} échiquiers`,
  },
};

export const opponentsFr: OpponentMessages = {
  title: 'Choisissez un adversaire',
  change: 'Changer',
  anyRating: 'Les options de la page d’accueil proposent tous les niveaux intermédiaires.',
  question: 'Quel est votre niveau ?',
  answers: {
    new: 'J’apprends à jouer',
    beginner: 'Je connais les règles',
    casual: 'Je joue parfois',
    club: 'Je joue en club',
    strong: 'Je suis un fort joueur',
  },
  descriptions: {
    easy: 'environ\u00a0700 · voit un coup à l’avance',
    medium: 'environ\u00a01100 · voit deux coups à l’avance',
    hard: 'environ\u00a01600 · voit trois coups à l’avance',
    external: 'un moteur de ce serveur',
  },
};
