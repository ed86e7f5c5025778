/** Words about accounts and members in English. */
export const accountEn = {
  logIn: 'Log in',
  logOut: 'Log out',
  loggedInAs: (name: string) => `Logged in as ${name}`,
  loggedOut: 'You are logged out.',
  sessionEnded: 'Your session has ended. Log in again; nothing is lost.',
  loginHelp: 'For members of this club. Nobody needs an account to play or to watch.',
  name: 'Name',
  password: 'Password',
  isAdmin: 'You look after this server.',
  isMember: 'Your games are yours on every device on which you log in.',
  changePassword: 'Change password',
  currentPassword: 'Current password',
  newPassword: 'New password',
  repeatPassword: 'New password again',
  passwordRule: '8 to 128 characters.',
  passwordsDiffer: 'The two new passwords differ.',
  passwordChanged: 'Your password is changed. Other devices were logged out.',
  suggest: 'Suggest',
  members: 'Members',
  membersHelp:
    'Members log in to keep their games together and to go on with them on another device.',
  noMembers: 'There are no members yet.',
  memberSince: 'Member since',
  addMember: 'Add a member',
  added: (name: string) => `${name} can log in now.`,
  setPassword: 'New password',
  setPasswordFor: (name: string) => `New password for ${name}`,
  passwordSet: (name: string) => `${name} has a new password and was logged out everywhere.`,
  removeMember: 'Remove',
  removeSure: (name: string) => `Remove ${name}?`,
  removeHelp: 'They cannot log in any more. Their games stay.',
  removed: (name: string) => `${name} was removed.`,
  onlyAdmin: 'Only the admin of this server can look after its members.',
};

/** What every language says about accounts. */
export type AccountWords = typeof accountEn;
