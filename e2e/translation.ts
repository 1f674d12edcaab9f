import type { Page } from '@playwright/test'

/**
 * Translates a page as a browser does, and later additions too: replaces each translatable text node by two `<font>`
 * elements with «its translation». Texts marked as not to be translated stay.
 */
export const translate = (page: Page) =>
  page.evaluate(() => {
    const isKept = (node: Node) =>
      node.parentElement?.closest('[translate=no], .notranslate, font, script, style, textarea') !== null
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
      for (const { type, target, addedNodes } of records)
        for (const node of type === 'characterData' ? [target] : addedNodes) translateIn(node)
    }).observe(document.body, { childList: true, characterData: true, subtree: true })
    translateIn(document.body)
  })
