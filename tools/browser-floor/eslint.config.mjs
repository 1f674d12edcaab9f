import css from '@eslint/css'
import es from 'eslint-plugin-es-x'
import scripts from './script-rules.mjs'
import styles from './style-rules.mjs'

// Checks the build, with our packages in it: it uses nothing that the oldest browsers of package.json lack.
export default [
  { linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'off' } },
  {
    files: ['**/*.js'],
    languageOptions: { sourceType: 'module' },
    plugins: { es, scripts },
    rules: {
      'es/no-class-static-block': 'error',
      'es/no-import-attributes': 'error',
      'es/no-regexp-duplicate-named-capturing-groups': 'error',
      'es/no-regexp-lookbehind-assertions': 'error',
      'es/no-regexp-modifiers': 'error',
      'es/no-regexp-v-flag': 'error',
      'scripts/easings': 'error',
      'scripts/apis': [
        'error',
        {
          guarded: [
            'Error.captureStackTrace',
            'cancelIdleCallback',
            'checkVisibility',
            'navigator.connection',
            'navigator.wakeLock',
            'PublicKeyCredential.parseCreationOptionsFromJSON',
            'PublicKeyCredential.parseRequestOptionsFromJSON',
            'requestIdleCallback',
            'skipTransition',
            'startViewTransition',
          ],
          otherMethods: [
            'destroy',
            'dispose',
            'format',
            'gamma',
            'info',
            'isActive',
            'range',
            'resize',
            'subscribe',
            'toArray',
            'toBase64',
            'unsubscribe',
            'use',
          ],
        },
      ],
    },
  },
  {
    // Motion tries an animation with linear() first, and has other easings where that throws.
    files: ['**/motion-*.js'],
    rules: { 'scripts/easings': 'off' },
  },
  {
    files: ['**/*.css'],
    language: 'css/css',
    languageOptions: { tolerant: true },
    plugins: { css, styles },
    rules: {
      'styles/features': [
        'error',
        {
          withoutHarm: [
            // Tailwind sets the initial values by itself where it is not known.
            '@property',
            // Safari has no contrast theme to adjust to.
            'forced-color-adjust',
            // Used beside [open] in a forgiving selector list.
            ':open',
            ':popover-open',
            // Without these a line breaks elsewhere, a field does not grow, hidden content is rendered, an element
            // appears at once.
            '@starting-style',
            'contain-intrinsic-size',
            'content-visibility',
            'field-sizing',
            'lh',
            'resize',
            'text-wrap',
          ],
        },
      ],
    },
  },
]
