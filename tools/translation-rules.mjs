/**
 * Whether an expression can put a text beside its siblings. What elements are made of has one of the names in `nodes`.
 */
function canBeText(expression, nodes) {
  switch (expression.type) {
    case 'Literal':
      return (
        typeof expression.value === 'number' || (typeof expression.value === 'string' && expression.value.trim() !== '')
      )
    case 'LogicalExpression':
      return (expression.operator !== '&&' && canBeText(expression.left, nodes)) || canBeText(expression.right, nodes)
    case 'ConditionalExpression':
      return canBeText(expression.consequent, nodes) || canBeText(expression.alternate, nodes)
    case 'CallExpression':
      return canBeText(expression.callee, nodes)
    case 'MemberExpression':
      return canBeText(expression.property, nodes)
    case 'Identifier':
      return !nodes.includes(expression.name)
    default:
      return expression.type === 'TemplateLiteral'
  }
}

const isUntranslated = ({ type, openingElement }) =>
  type === 'JSXElement' &&
  openingElement.attributes.some(({ name, value }) => name?.name === 'translate' && value?.value === 'no')

/** @type {import('eslint').Rule.RuleModule} */
const textAlone = {
  meta: {
    type: 'problem',
    schema: [{ type: 'object', properties: { nodes: { type: 'array', items: { type: 'string' } } } }],
    messages: {
      beside:
        'A browser that translates the page takes this text away from React: put it into an element of its own, or into one with translate="no".',
    },
  },
  create(context) {
    const [{ nodes = [] } = {}] = context.options
    const check = (parent) => {
      for (let each = parent; each; each = each.parent) if (isUntranslated(each)) return
      // White space with a line break in it is dropped.
      const children = parent.children.filter(
        (child) => child.type !== 'JSXText' || child.value.trim() !== '' || !child.value.includes('\n'),
      )
      if (parent.type === 'JSXElement' && children.length < 2) return
      for (const child of children) {
        const isText =
          child.type === 'JSXText'
            ? child.value.trim() !== ''
            : child.type === 'JSXExpressionContainer' && canBeText(child.expression, nodes)
        if (isText) context.report({ node: child, messageId: 'beside' })
      }
    }
    return { JSXElement: check, JSXFragment: check }
  },
}

export default { meta: { name: 'translation' }, rules: { 'text-alone': textAlone } }
