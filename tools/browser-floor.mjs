import css from '@eslint/css'
import data from '@mdn/browser-compat-data' with { type: 'json' }
import compat from 'eslint-plugin-compat'
import es from 'eslint-plugin-es-x'
import project from '../package.json' with { type: 'json' }

/** The oldest version of each browser that package.json names, by its name in MDN's data. */
export const floor = project.browserslist.map((line) => {
  const [browser, version] = line.split(' >= ')
  return { browser: browser === 'ios_saf' ? 'safari_ios' : browser, version: Number(version) }
})

/** Returns the first version of a browser that has a feature of MDN's data; infinity where none has. */
export const firstVersionWith = (feature, browser) =>
  Math.min(
    ...[feature.__compat.support[browser] ?? []]
      .flat()
      .filter(({ version_added: added, flags, prefix }) => Number.parseFloat(added) > 0 && !flags && !prefix)
      .map(({ version_added: added }) => Number.parseFloat(added)),
  )

/** Static methods such as `AbortSignal.any`: no plugin knows them. */
const newStaticMethods = Object.entries(data.api).flatMap(([object, members]) =>
  Object.entries(members)
    .filter(([name, feature]) => name.endsWith('_static') && isTooNew(feature))
    .map(([name]) => ({ object, property: name.replace('_static', '') })),
)

function isTooNew(feature) {
  return floor.some(({ browser, version }) => firstVersionWith(feature, browser) > version)
}

// Arrays and packages have methods by the names of those of iterators and bytes; an option may be ignored.
const isLeftOut = /iterator-prototype|prototype-tobase64|no-resizable/
const newerThanEs2023 = Object.entries(es.configs['flat/restrict-to-es2023'].rules)

const linearInScript = ':matches(Literal[value=/\\blinear\\(/], TemplateElement[value.raw=/\\blinear\\(/])'
const isAsked = ':matches(ConditionalExpression *, CallExpression[callee.property.name="supports"] *)'

// Checks the build, with our packages in it: it uses nothing that the oldest browsers of package.json lack.
export default [
  { linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'off' } },
  {
    files: ['**/*.js'],
    languageOptions: { sourceType: 'module' },
    plugins: { compat, 'es-x': es },
    settings: {
      'es-x': { aggressive: true },
      // Guarded by the code that uses them.
      polyfills: ['navigator.wakeLock', 'requestIdleCallback'],
    },
    rules: {
      ...Object.fromEntries(newerThanEs2023.filter(([name]) => !isLeftOut.test(name))),
      // In the language for longer, and in Safari since 16.4.
      'es-x/no-class-static-block': 'error',
      'es-x/no-regexp-lookbehind-assertions': 'error',
      'compat/compat': 'error',
      // supabase-js asks for those of passkeys first.
      'no-restricted-properties': [
        'error',
        ...newStaticMethods.filter(({ object }) => object !== 'PublicKeyCredential'),
      ],
    },
  },
  {
    files: ['**/*.js'],
    // Motion tries an animation with linear() first, and has other easings where that throws.
    ignores: ['**/motion-*.js'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: `${linearInScript}:not(${isAsked})`,
          message: 'An animation with linear() throws in old browsers: ask CSS.supports and have another easing.',
        },
      ],
    },
  },
  {
    files: ['**/*.css'],
    language: 'css/css',
    languageOptions: { tolerant: true },
    plugins: { css },
    rules: {
      'css/use-baseline': [
        'error',
        {
          // Safari 16.0 has what all browsers had then. What follows came later to others, or may be ignored.
          available: 2022,
          allowAtRules: ['container', 'property'],
          allowFunctions: ['color-mix', 'oklab'],
          allowUnits: ['cqw', 'lh'],
          allowSelectors: ['has', 'open', 'popover-open'],
          allowPropertyValues: { 'font-family': ['ui-rounded'] },
          allowProperties: [
            'accent-color',
            'contain-intrinsic-size',
            'container-type',
            'content-visibility',
            'field-sizing',
            'forced-color-adjust',
            'hyphens',
            'outline',
            'overscroll-behavior',
            'overscroll-behavior-x',
            'overscroll-behavior-y',
            'resize',
            'text-wrap',
            'user-select',
          ],
        },
      ],
      'no-restricted-syntax': [
        'error',
        { selector: 'FeatureRange[kind="media"]', message: 'Old browsers have no ranges of media.' },
        {
          // A custom property is not read further than this.
          selector:
            ':matches(Function[name=/^(linear|color-mix)$/], Raw[value=/\\b(linear|light-dark|color-mix)\\(/]):not(Atrule[name="supports"] *)',
          message: 'Old browsers have no linear(), light-dark() and color-mix().',
        },
        {
          selector:
            'Block:not(:has(Declaration[property="-webkit-user-select"])) > Declaration[property="user-select"]',
          message: 'Safari knows user-select by its prefix alone.',
        },
      ],
    },
  },
]
