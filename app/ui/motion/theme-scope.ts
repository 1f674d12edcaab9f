/** The container for an overlay, so that it inherits the colours and the font of the element's area. */
export const themeScopeOf = (element: Element): Element => element.closest('[data-room]') ?? document.body
