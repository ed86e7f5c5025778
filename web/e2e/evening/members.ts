/** The club of the scripted evening: a list as a German spreadsheet saves it. All names are made up. */
export interface ListedMember {
  readonly last: string;
  readonly first: string;
  readonly group: string;
  readonly rating: number | null;
}

const LIST = `Ackermann;Zoë;5a;1010
Bäcker;Émile;5a;
Çelik;Deniz;5a;980
Dörfler;Jörg;5b;870
Engel;Anaïs;5b;
Fröhlich;Käthe;5b;1120
Groß;Sören;Verein;1840
Hübner;Ulrike;Verein;1795
Ismail;Noor;5a;
Jäger;Björn;Verein;1730
Köhler;Mia;5a;905
Köhler;Max;5b;940
Löwe;Åsa;Verein;1655
Müller;Jürgen;Verein;1902
Nowak;Łucja;5b;
Öztürk;Ayşe;5a;1075
Petit;Hélène;Verein;1580
Quast;Tim;5b;
Rößler;Günther;Verein;1710
Schäfer;Lotte;5a;1040
Târziu;Ioana;5b;1185
Ünal;Cem;5b;
Vogel;Frederike;Verein;1490
Weiß;Maximiliane;Verein;1525
Ximénez;Nuño;5a;
Yıldız;Elif;5b;1155
Zöllner;Ole;Verein;1610
Brückner;Pia;5a;890
Kühn;Rafael;5b;1205
Thränhardt;Ida;Verein;1440`;

/** The first members of the list. */
export function listedMembers(count: number): ListedMember[] {
  const rows = LIST.split('\n').slice(0, count);
  return rows.map((row) => {
    const [last = '', first = '', group = '', rating = ''] = row.split(';');
    return { last, first, group, rating: rating === '' ? null : Number(rating) };
  });
}

export const nameOf = ({ first, last }: ListedMember): string => `${first} ${last}`;

/** The file that the organizer imports. */
export function rosterFile(members: readonly ListedMember[]): Buffer {
  const rows = members.map(
    ({ last, first, group, rating }) => `${last};${first};${group};${rating ?? ''}`,
  );
  return Buffer.from(['Nachname;Vorname;Klasse;DWZ', ...rows, ''].join('\r\n'), 'utf8');
}
