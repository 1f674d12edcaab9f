/** Functions of date-fns that read the clock. */
const asksClock =
  /^date-fns\/(is(Today|Tomorrow|Yesterday|Past|Future|This\w+)|(start|end)Of(Today|Tomorrow|Yesterday)|formatDistanceToNow\w*|constructNow)$/

/** @type {import('eslint').Rule.RuleModule} */
const noClock = {
  meta: { type: 'problem', schema: [], messages: { clock: 'Rules get the time as an argument.' } },
  create(context) {
    const report = (node) => context.report({ node, messageId: 'clock' })
    const isDate = ({ callee }) => callee.type === 'Identifier' && callee.name === 'Date'
    return {
      NewExpression: (node) => isDate(node) && node.arguments.length === 0 && report(node),
      // `Date()` without `new` returns the current time, whatever its arguments.
      CallExpression: (node) => isDate(node) && report(node),
      ImportDeclaration: (node) => asksClock.test(node.source.value) && report(node),
    }
  },
}

export default { meta: { name: 'domain' }, rules: { 'no-clock': noClock } }
