import { api, isInAllNewest, isTooNew, javascript } from './floor.mjs'

const singletons = { CSS: 'CSS', document: 'Document', navigator: 'Navigator', screen: 'Screen', window: 'Window' }

const memberOf = (name, member) =>
  api[name]?.[`${member}_static`] ??
  javascript.builtins[name]?.[member] ??
  (name in singletons ? api[singletons[name]]?.[member] : undefined)

/** For each method that all current browsers have: whether no object of the oldest has one of that name. */
const methods = methodsByName()

function methodsByName() {
  /** @type {Map<string, boolean>} */
  const found = new Map()
  const add = (name, feature) =>
    isInAllNewest(feature) && found.set(name, (found.get(name) ?? true) && isTooNew(feature))
  const featuresOf = (owner) => Object.entries(owner).filter(([, feature]) => feature.__compat !== undefined)
  for (const owner of Object.values(api))
    for (const [name, feature] of featuresOf(owner)) if (!name.endsWith('_static')) add(name, feature)
  for (const [global, owner] of Object.entries(javascript.builtins)) {
    for (const [name, feature] of featuresOf(owner)) if (!(name in (globalThis[global] ?? {}))) add(name, feature)
  }
  return found
}

/** The declaration of `name` that `scope` sees in the file; undefined for a global of the browser. */
function declarationOf(scope, name) {
  for (let at = scope; at !== null; at = at.upper) {
    const declaration = at.set.get(name)?.defs[0]
    if (declaration !== undefined) return declaration
  }
  return undefined
}

/** @type {import('eslint').Rule.RuleModule} */
const apis = {
  meta: {
    type: 'problem',
    schema: [
      {
        type: 'object',
        properties: {
          /** Features that the code detects before it uses them. */
          guarded: { type: 'array', items: { type: 'string' } },
          /** Methods that objects of ours or of a package have, too. */
          otherMethods: { type: 'array', items: { type: 'string' } },
        },
        additionalProperties: false,
      },
    ],
    messages: { tooNew: 'The oldest browsers of package.json have no {{ name }}.' },
  },
  create(context) {
    const { guarded = [], otherMethods = [] } = context.options[0] ?? {}
    const allowed = new Set([...guarded, ...otherMethods])
    const report = (node, name) => allowed.has(name) || context.report({ node, messageId: 'tooNew', data: { name } })
    const declared = (node) => declarationOf(context.sourceCode.getScope(node), node.name)
    const isGlobal = (node) => node.type === 'Identifier' && declared(node) === undefined
    const isImported = (node) => node.type === 'Identifier' && declared(node)?.type === 'ImportBinding'
    return {
      MemberExpression(node) {
        const { object, property, parent, computed } = node
        if (computed || property.type !== 'Identifier') return
        const { name } = property
        const feature = isGlobal(object) ? memberOf(object.name, name) : undefined
        if (feature !== undefined) {
          if (isTooNew(feature)) report(node, `${object.name}.${name}`)
          return
        }
        const isCalled = parent.type === 'CallExpression' && parent.callee === node && !parent.optional
        if (isCalled && methods.get(name) === true && !isImported(object)) report(node, name)
      },
      'CallExpression, NewExpression'({ callee }) {
        if (
          isGlobal(callee) &&
          isTooNew(api.Window[callee.name] ?? api[callee.name] ?? javascript.builtins[callee.name])
        )
          report(callee, callee.name)
      },
    }
  },
}

/** @type {import('eslint').Rule.RuleModule} */
const easings = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      unasked:
        'The oldest browsers of package.json have no linear(), and an animation with it throws: ask CSS.supports and have another easing.',
    },
  },
  create(context) {
    const isAsked = (node) =>
      node.type === 'ConditionalExpression' ||
      (node.type === 'CallExpression' && node.callee.property?.name === 'supports')
    const check = (node, text) => {
      if (/\blinear\(/.test(text) && !context.sourceCode.getAncestors(node).some(isAsked))
        context.report({ node, messageId: 'unasked' })
    }
    return {
      Literal: (node) => typeof node.value === 'string' && check(node, node.value),
      TemplateElement: (node) => check(node, node.value.raw),
    }
  },
}

export default { meta: { name: 'browser-floor' }, rules: { apis, easings } }
