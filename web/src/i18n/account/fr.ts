/** Les textes des comptes et des membres en français. */
import type { AccountMessages } from './en';

export const accountFr: AccountMessages = {
  logIn: 'Se connecter',
  logOut: 'Se déconnecter',
  loggedInAs: (name) => `Connecté : ${name}`,
  loggedOut: 'Vous êtes déconnecté.',
  sessionEnded: 'Votre session a expiré. Reconnectez-vous ; rien n’est perdu.',
  loginHelp:
    'Pour les membres de ce club. Vous n’avez pas besoin de compte pour jouer ou regarder.',
  name: 'Nom',
  password: 'Mot de passe',
  isAdmin: 'Vous êtes l’administrateur.',
  isMember: 'Vous retrouvez vos parties sur chaque appareil où vous vous connectez.',
  changePassword: 'Changer de mot de passe',
  currentPassword: 'Mot de passe actuel',
  newPassword: 'Nouveau mot de passe',
  repeatPassword: 'Répéter le nouveau mot de passe',
  passwordRule: 'De 8 à 128 caractères.',
  passwordsDiffer: 'Les mots de passe ne correspondent pas.',
  passwordChanged: 'Mot de passe changé. Vos autres appareils ont été déconnectés.',
  suggest: 'Proposer',
  members: 'Membres',
  membersHelp:
    'Les membres se connectent pour garder leurs parties et les continuer sur n’importe quel appareil.',
  noMembers: 'Aucun membre pour l’instant',
  memberSince: 'Membre depuis',
  addMember: 'Ajouter un membre',
  added: (name) => `${name} peut maintenant se connecter.`,
  setPassword: 'Nouveau mot de passe',
  setPasswordFor: (name) => `Nouveau mot de passe de ${name}`,
  passwordSet: (name) => `${name} a un nouveau mot de passe et a été déconnecté partout.`,
  removeMember: 'Retirer',
  confirmRemove: (name) => `Retirer ${name} ?`,
  removeHelp: 'Ce membre ne pourra plus se connecter. Ses parties sont conservées.',
  removed: (name) => `${name} a été retiré.`,
  onlyAdmin: 'Seul l’administrateur de ce serveur peut gérer ses membres.',
};
