/** Where something drawn above the page still has its room's colours and letters. */
export const roomOf = (element: Element): Element => element.closest('[data-room]') ?? document.body
