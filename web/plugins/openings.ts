/** Makes the module of the names of openings when the app is built. */
import { fileURLToPath } from 'node:url';

import { runnerImport, type Plugin } from 'vite';

/** What the app imports. */
const MODULE = 'virtual:openings';
/** The mark of modules that are no files. */
const RESOLVED = `\0${MODULE}`;
const MAKER = fileURLToPath(new URL('theory.ts', import.meta.url));

export function openings(): Plugin {
  return {
    name: 'tabiya-openings',
    resolveId: (id) => (id === MODULE ? RESOLVED : undefined),
    async load(id) {
      if (id !== RESOLVED) return undefined;
      // Not imported above: it shares code with the app, which a configuration cannot import.
      const { module } = await runnerImport<typeof import('./theory')>(MAKER);
      this.addWatchFile(fileURLToPath(module.TABLE));
      return `export default ${JSON.stringify(module.theoryText())};`;
    },
  };
}
