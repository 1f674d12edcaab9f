import type { Page } from '@playwright/test'

type Fiber = {
  flags: number
  child: Fiber | null
  sibling: Fiber | null
  return: Fiber | null
  alternate: Fiber | null
  stateNode: unknown
}

declare global {
  interface Window {
    /** The number of components that each commit rendered, and the elements of those in columns. */
    rendered: { components: number[]; inColumns: string[] }
  }
}

/**
 * Counts React's commits and the components that rendered in them, from the next page load on, the way React DevTools
 * does.
 */
export const countRendered = (page: Page) =>
  page.addInitScript(() => {
    const performedWork = 1
    window.rendered = { components: [], inColumns: [] }
    let components = 0
    const elementOf = (fiber: Fiber | null, towards: 'return' | 'child'): Element | undefined =>
      fiber === null
        ? undefined
        : fiber.stateNode instanceof Element
          ? fiber.stateNode
          : elementOf(fiber[towards], towards)
    const visit = (fiber: Fiber): void => {
      if (typeof (fiber as { type?: unknown }).type !== 'string' && (fiber.flags & performedWork) !== 0) {
        components++
        const column = [elementOf(fiber, 'child'), elementOf(fiber, 'return')].find((element) =>
          element?.closest('[data-drop-id]'),
        )
        if (column) window.rendered.inColumns.push(column.outerHTML.slice(0, 120))
      }
      // React keeps the same child when nothing below has rendered.
      if (fiber.child === fiber.alternate?.child) return
      for (let child = fiber.child; child !== null; child = child.sibling) visit(child)
    }
    const hook = {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberUnmount() {},
      onPostCommitFiberRoot() {},
      onCommitFiberRoot(_renderer: number, { current }: { current: Fiber }) {
        components = 0
        visit(current)
        window.rendered.components.push(components)
      },
    }
    Object.assign(window, { __REACT_DEVTOOLS_GLOBAL_HOOK__: hook })
  })
