import { Key } from 'selenium-webdriver'
import { addQuest } from '../family.ts'
import { button, type TourDevice } from './device.ts'
import type { TourFamily } from './fixtures.ts'
import type { Target } from './page-script.ts'

const tab = (name: string): Target => ({ role: 'tab', name })
const item = (name: string): Target => ({ role: 'menuitem', name })
const tomorrow: Target = { role: 'region', name: /^[A-Z][a-z]+day/, nth: 1 }

/** One dialog of each component: the screen to open, if it is another one than before, and what to press. */
const openings: readonly { dialog: string; on?: string; press: readonly Target[] }[] = [
  { dialog: 'Create a Quest', on: '/parent', press: [button('Create Quest')] },
  { dialog: 'Who did what', press: [button(/Who did what$/)] },
  { dialog: 'Who did it?', press: [button('More for Rake the leaves', tomorrow), item('Someone else did it')] },
  { dialog: 'Delete Quest', press: [tab('Kanban Board'), button('More for Rake the leaves'), item('Delete Quest')] },
  { dialog: 'Add Column', press: [button('Add Column')] },
  { dialog: 'Who did it?', on: '/wall', press: [button(/./, { role: 'article', name: 'Sweep' })] },
  { dialog: 'Add Family Member', on: '/family-members', press: [button('Add Family Member')] },
  { dialog: 'Edit Family Member', press: [button('Edit Mia')] },
  { dialog: 'Plan time away', press: [button('Plan time away')] },
  { dialog: 'Create a Reward', on: '/rewards-store', press: [button('Add Reward')] },
  { dialog: 'Upload New Picture', on: '/settings', press: [button('Upload New Picture')] },
  { dialog: 'Delete Berg Family', press: [button(/^Delete (family|Berg Family)/)] },
]

/** Opens each dialog and measures it. */
export async function measureDialogs(device: TourDevice, family: TourFamily): Promise<void> {
  await addQuest(family, 'Rake the leaves')
  await addQuest(family, 'Sweep', 'To Do', { assigneeIds: [family.memberId, family.kidId] })
  for (const { dialog, on, press } of openings) {
    if (on !== undefined) await device.open(on)
    for (const target of press) await device.click(target)
    await measureDialog(device, dialog)
    await device.driver.type(Key.ESCAPE)
    await device.expectHidden({ css: '[role=dialog], [role=alertdialog]' })
  }
}

/** Measures the open dialog on a tablet: all of its content is in sight, or it is as tall as the screen lets it be. */
export async function measureDialog(device: TourDevice, name: string): Promise<void> {
  await device.driver.resize(820, 1180)
  await device.expectVisible({ css: '[role=dialog], [role=alertdialog]' })
  const what = `“${name}”: pixels of it out of sight, and what is too flat to press`
  await device.expectValue(what, () => device.ask('dialogFit'), { name, hidden: 0, flat: [] })
}
