import { button, pointsBetween, text, type Hand } from './hand.ts'
import type { Target } from './page-script.ts'

export const columnNamed = (title: string): Target => ({ role: 'region', name: title })
export const cardIn = (column: string, title: string): Target => ({ role: 'article', name: title, within: columnNamed(column) })

export async function showBoard(hand: Hand): Promise<void> {
  await hand.open('/parent')
  await hand.click({ role: 'tab', name: 'Kanban Board' })
  await hand.sees({ role: 'heading', name: 'Quest Board' })
  await hand.sees(text('Live'))
  // Of the drag-and-drop library, which comes after the first paint.
  await hand.sees({ css: '[id^=DndLiveRegion]' })
}

/** Draws a card to another column with the mouse. */
export async function moveByMouse(hand: Hand, title: string, to: string): Promise<void> {
  const from = await hand.spotOf({ role: 'article', name: title })
  const { x, y, width } = await hand.box(columnNamed(to))
  await hand.drag(pointsBetween(from, { x: x + width / 2, y: y + 90 }), { before: () => hand.sees(text(`${title} is over ${to}.`)) })
}

/** Moves a card to the column on its right by the keyboard alone. */
export async function moveByKeys(hand: Hand, title: string, from: string, to: string): Promise<void> {
  await hand.click({ role: 'heading', name: from, within: columnNamed(from) })
  await hand.tabTo(button(`Move ${title}`))
  await hand.key('Space')
  await hand.sees(text(`Lifted ${title}.`))
  await hand.key('ArrowRight')
  await hand.sees(text(`${title} is over ${to}.`))
  await hand.key('Space')
}
