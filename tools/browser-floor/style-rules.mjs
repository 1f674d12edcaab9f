import { css, isTooNew } from './floor.mjs'

/** For each function and unit, by name: whether the oldest browsers lack it wherever it may be used. */
const valuesKnown = valuesByName(css)

function valuesByName(features) {
  /** @type {Map<string, boolean>} */
  const found = new Map()
  const visit = (name, feature) => {
    if (feature.__compat !== undefined) found.set(name, (found.get(name) ?? true) && isTooNew(feature))
    for (const [key, inner] of Object.entries(feature)) if (key !== '__compat') visit(key, inner)
  }
  for (const group of [features.types, features.properties]) visit('', group)
  return found
}

const isFunctionTooNew = (name) => (valuesKnown.get(`${name}-function`) ?? valuesKnown.get(name)) === true

/** @type {import('@eslint/css').CSSRuleDefinition} */
const features = {
  meta: {
    type: 'problem',
    languages: ['css/css'],
    schema: [
      {
        type: 'object',
        properties: { withoutHarm: { type: 'array', items: { type: 'string' } } },
        additionalProperties: false,
      },
    ],
    messages: { tooNew: 'The oldest browsers of package.json have no {{ name }}.' },
  },
  create(context) {
    /** Names that a browser may ignore without harm. */
    const withoutHarm = new Set(context.options[0]?.withoutHarm ?? [])
    let askedFor = 0
    const report = (node, name) =>
      askedFor > 0 ||
      name.includes('-webkit-') ||
      withoutHarm.has(name) ||
      context.report({ loc: node.loc, messageId: 'tooNew', data: { name } })
    return {
      Atrule(node) {
        if (node.name === 'supports') askedFor++
        else if (isTooNew(css['at-rules'][node.name])) report(node, `@${node.name}`)
      },
      'Atrule:exit'(node) {
        if (node.name === 'supports') askedFor--
      },
      FeatureRange: (node) =>
        node.kind === 'media' && isTooNew(css['at-rules'].media.range_syntax) && report(node, 'ranges of media'),
      Declaration(node) {
        const beside = context.sourceCode.getParent(node)?.children
        if (
          isTooNew(css.properties[node.property]) &&
          !beside?.some(({ property }) => property === `-webkit-${node.property}`)
        )
          report(node, node.property)
      },
      PseudoClassSelector: (node) => isTooNew(css.selectors[node.name]) && report(node, `:${node.name}`),
      PseudoElementSelector: (node) => isTooNew(css.selectors[node.name]) && report(node, `::${node.name}`),
      Function: (node) => isFunctionTooNew(node.name) && report(node, `${node.name}()`),
      Dimension: (node) => valuesKnown.get(node.unit) === true && report(node, node.unit),
      // A custom property is not read further than this.
      Raw(node) {
        for (const [name] of node.value.matchAll(/[\w-]+(?=\()/g)) if (isFunctionTooNew(name)) report(node, `${name}()`)
      },
    }
  },
}

export default { meta: { name: 'browser-floor-styles' }, rules: { features } }
