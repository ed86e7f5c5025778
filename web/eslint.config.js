/** Lint rules for scripts and components. Formatting is left to prettier, types to svelte-check. */
import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import { defineConfig } from 'eslint/config';
import globals from 'globals';
import ts from 'typescript-eslint';

import svelteConfig from './svelte.config.js';

export default defineConfig(
  { ignores: ['dist/', 'screenshots/', 'src/wire/'] },
  js.configs.recommended,
  ts.configs.strict,
  svelte.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      'no-implicit-coercion': 'error',
      'object-shorthand': 'error',
      'prefer-template': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      '@typescript-eslint/no-unused-vars': ['error', { varsIgnorePattern: '^_' }],
      // State is replaced, not mutated; the maps and sets in these files are not reactive on purpose.
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
  {
    // A promise that nobody awaits hides its errors. Only these rules need types, which cost time.
    files: ['src/**/*.ts', 'e2e/**/*.ts'],
    ignores: ['**/*.svelte.ts'],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'SvelteAwaitBlock:not([catch])',
          message:
            'Without {:catch}, nobody learns why a part is missing while the server is away.',
        },
      ],
    },
  },
  // What these print is their result.
  { files: ['scripts/**', 'e2e/**'], rules: { 'no-console': 'off' } },
);
