import { Key } from 'selenium-webdriver'
import { button, heading, pointsBetween, text, type TourDevice } from './device.ts'
import type { Target } from './page-script.ts'

const columnNamed = (title: string): Target => ({ role: 'region', name: title })
export const cardIn = (column: string, title: string): Target => ({
  role: 'article',
  name: title,
  within: columnNamed(column),
})

export async function showBoard(device: TourDevice): Promise<void> {
  await device.open('/parent')
  await device.click({ role: 'tab', name: 'Kanban Board' })
  await device.expectVisible(heading('Quest Board'))
  await device.expectVisible(text('Live'))
  // The drag-and-drop library comes after the first paint.
  await device.expectVisible({ css: '[data-draggable]' })
}

/** Drags a card to another column with the mouse. */
export async function moveByMouse(device: TourDevice, title: string, to: string): Promise<void> {
  const from = await device.clickablePoint({ role: 'article', name: title })
  const { x, y } = (await device.expectVisible(columnNamed(to))).box
  // On a narrow page only the column's beginning is in sight.
  await device.drag(pointsBetween(from, { x: x + 60, y: y + 90 }), () =>
    device.expectVisible(text(`${title} is over ${to}.`)),
  )
}

/** Moves a card to the column on its right by the keyboard alone. */
export async function moveByKeys(device: TourDevice, title: string, from: string, to: string): Promise<void> {
  await device.click(heading(from, columnNamed(from)))
  await device.tabTo(button(`Move ${title}`))
  await device.driver.type(' ')
  await device.expectVisible(text(new RegExp(`^Lifted ${title}\\.`)))
  await device.driver.type(Key.ARROW_RIGHT)
  await device.expectVisible(text(`${title} is over ${to}.`))
  await device.driver.type(' ')
}
