import { addQuest, type TourFamily } from './family.ts'
import { button, type TourDevice } from './device.ts'
import type { Target } from './page-script.ts'

const tab = (name: string): Target => ({ role: 'tab', name })
const item = (name: string): Target => ({ role: 'menuitem', name })

/**
 * Each dialog of the parents' screens: the screen to open, if it is another one than before, and what to press there.
 */
const openings: readonly { dialog: string; on?: string; press: readonly Target[] }[] = [
  { dialog: 'Create a Quest', on: '/parent', press: [button('Create Quest')] },
  {
    dialog: 'Who did it?',
    press: [
      button('More for Rake the leaves', { role: 'region', name: /^[A-Z][a-z]+day/, nth: 1 }),
      item('Someone else did it'),
    ],
  },
  { dialog: 'Edit Quest', press: [tab('Kanban Board'), button('More for Rake the leaves'), item('Edit Quest')] },
  { dialog: 'Delete Quest', press: [button('More for Rake the leaves'), item('Delete Quest')] },
  { dialog: 'Add Column', press: [button('Add Column')] },
  { dialog: 'Edit Column', press: [button('Edit column To Do')] },
  { dialog: 'Delete Column', press: [button('Delete column In Progress')] },
  { dialog: 'Add Family Member', on: '/family-members', press: [button('Add Family Member')] },
  { dialog: 'Edit Family Member', press: [button('Edit Mia')] },
  { dialog: 'Start over', press: [tab('Learning'), button('Start over')] },
  { dialog: 'Create a Reward', on: '/rewards-store', press: [button('Add Reward')] },
  { dialog: 'Edit Reward', press: [button('Edit Ice cream')] },
  { dialog: 'Delete Reward', press: [button('Delete Ice cream')] },
  { dialog: 'Upload New Picture', on: '/settings', press: [button('Upload New Picture')] },
  { dialog: 'Sign out everywhere', press: [button('Sign out everywhere')] },
  { dialog: 'Delete Berg Family', press: [button(/^Delete (family|Berg Family)/)] },
]

/** The screens on which dialogs are measured. */
export const wideScreens = [
  [820, 1180],
  [1440, 900],
] as const

/** Opens each dialog and measures it. */
export async function measureDialogs(device: TourDevice, family: TourFamily): Promise<void> {
  await addQuest(device, family, 'Rake the leaves')
  // A practised item can be reset.
  const practice = { game: 'math-splash', item: '1+1', answer: 'right', day: new Date().toISOString().slice(0, 10) }
  await device.call('POST', `/api/family-members/${family.kidId}/practice`, practice)
  await device.call('POST', `/api/families/${family.familyId}/rewards`, { title: 'Ice cream', icon: '🍦', gemCost: 40 })
  for (const { dialog, on, press } of openings) {
    if (on !== undefined) await device.open(on)
    for (const target of press) await device.click(target)
    await measureDialog(device, dialog)
    await device.key('Escape')
    await device.expectHidden({ css: '[role=dialog], [role=alertdialog]' })
  }
}

/**
 * Measures the open dialog on each screen: all of its content is in sight, or it is as tall as the screen lets it be.
 */
export async function measureDialog(device: TourDevice, name: string): Promise<void> {
  await device.expectVisible({ css: '[role=dialog], [role=alertdialog]' })
  for (const [width, height] of wideScreens) {
    await device.driver.resize(width, height)
    const what = `“${name}” at ${width} × ${height}: pixels of it out of sight, and what is too flat to press`
    await device.expectValue(what, () => device.ask('dialogFit'), { name, hidden: 0, flat: [] })
  }
}
