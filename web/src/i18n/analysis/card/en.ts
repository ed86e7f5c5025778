/** Texts about the picture of a game in English. */

export const cardEn = {
  title: 'The game as a picture',
  download: 'Download',
  share: 'Share',
  copy: 'Copy picture',
  copied: 'Picture copied',
  failed: 'This browser cannot make the picture.',
  notShared: 'The picture could not be shared. Download it instead.',
  position: 'Position',
  final: 'Final position',
  turningPoint: 'Turning point',
};

/** The texts that every language has about the picture of a game. */
export type CardMessages = typeof cardEn;
