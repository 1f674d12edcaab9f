import type { Page } from '@playwright/test'

/**
 * Does to a page what a browser's own translation does, and goes on with what comes: each text that may be translated is taken out of the page, and two
 * `<font>` with «its translation» take its place. What is marked as not to be translated stays.
 */
export const translate = (page: Page) =>
  page.evaluate(() => {
    const isKept = (node: Node) => node.parentElement?.closest('[translate=no], .notranslate, font, script, style, textarea') !== null
    const textsIn = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts = root.nodeType === Node.TEXT_NODE ? [root] : []
      while (walker.nextNode()) texts.push(walker.currentNode)
      return texts.filter((text) => text.isConnected && text.nodeValue?.trim() && !isKept(text))
    }
    const translateIn = (root: Node) => {
      for (const text of textsIn(root)) {
        const [outer, inner] = [document.createElement('font'), document.createElement('font')]
        for (const font of [outer, inner]) font.style.verticalAlign = 'inherit'
        inner.textContent = `«${text.nodeValue}»`
        outer.append(inner)
        text.parentNode?.replaceChild(outer, text)
      }
    }
    document.documentElement.classList.add('translated-ltr')
    new MutationObserver((records) => {
      for (const { type, target, addedNodes } of records) for (const node of type === 'characterData' ? [target] : addedNodes) translateIn(node)
    }).observe(document.body, { childList: true, characterData: true, subtree: true })
    translateIn(document.body)
  })
