/** Makes the style sheets of the piece sets when the app is built; each is imported as its address. */
import type { Plugin } from 'vite';

import { pieceSets, styleSheet } from './sprite.ts';

/** What the app imports, with the name of a set behind it. */
const MODULE = 'virtual:pieces/';

export function pieces(): Plugin {
  let isServed = false;
  return {
    name: 'tabiya-pieces',
    configResolved: ({ command }) => void (isServed = command === 'serve'),
    resolveId: (id) => (id.startsWith(MODULE) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${MODULE}`)) return undefined;
      const name = id.slice(MODULE.length + 1);
      const source = styleSheet(pieceSets[name]?.() ?? []);
      // There are no files to emit while the app is developed.
      if (isServed)
        return `export default ${JSON.stringify(`data:text/css,${encodeURIComponent(source)}`)};`;
      const file = this.emitFile({ type: 'asset', name: `${name}.css`, source });
      return `export default import.meta.ROLLUP_FILE_URL_${file};`;
    },
  };
}
