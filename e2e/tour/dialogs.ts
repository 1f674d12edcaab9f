import { expect } from '@playwright/test'
import { addQuest, type TourFamily } from './family-of.ts'
import { button, like, type Hand } from './hand.ts'
import type { Target } from './page-script.ts'

type Opening = {
  dialog: string
  /** The screen it is opened on; the one before where it is missing. */
  on?: string
  /** What is pressed for it, one after the other. */
  press: readonly Target[]
}

const tab = (name: string): Target => ({ role: 'tab', name })
const item = (name: string): Target => ({ role: 'menuitem', name })

/** Each dialog of the parents' screens, and what leads to it. */
const openings: readonly Opening[] = [
  { dialog: 'Create a Quest', on: '/parent', press: [button('Create Quest')] },
  { dialog: 'Who did it?', press: [button('More for Rake the leaves', { role: 'region', name: like(/^[A-Z][a-z]+day/), nth: 1 }), item('Complete')] },
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
  { dialog: 'Delete Berg Family', press: [button(like(/^Delete (family|Berg Family)/))] },
]

/** Opens each dialog and measures it at each width: all of its content is in sight, or it is as tall as the screen lets it be. */
export async function measureDialogs(hand: Hand, family: TourFamily, widths: readonly (readonly [number, number])[]): Promise<void> {
  await addQuest(hand, family, 'Rake the leaves')
  // A practised item can be reset.
  await hand.call('POST', `/api/family-members/${family.kidId}/practice`, {
    game: 'math-splash',
    item: '1+1',
    answer: 'right',
    day: new Date().toISOString().slice(0, 10),
  })
  await hand.call('POST', `/api/families/${family.familyId}/rewards`, { title: 'Ice cream', icon: '🍦', gemCost: 40 })
  for (const { dialog: name, on, press } of openings) {
    if (on !== undefined) await hand.open(on)
    for (const target of press) await hand.click(target)
    await measureDialog(hand, name, widths)
    await hand.key('Escape')
    await hand.seesNot({ css: '[role=dialog], [role=alertdialog]' })
  }
}

export async function measureDialog(hand: Hand, name: string, widths: readonly (readonly [number, number])[]): Promise<void> {
  await hand.sees({ css: '[role=dialog], [role=alertdialog]' })
  await expect.poll(() => hand.text({ css: '[role=dialog] h2, [role=alertdialog] h2' }), { message: 'the name of the dialog' }).toBe(name)
  for (const [width, height] of widths) {
    await hand.resize(width, height)
    const look = async () => {
      const { hidden, isFull, flat } = await hand.dialogFit()
      return { hidden: isFull || hidden <= 1 ? 0 : hidden, flat }
    }
    await expect
      .poll(look, { message: `“${name}” at ${width} × ${height}: pixels of it out of sight, and what is too flat to press`, timeout: 5000 })
      .toEqual({ hidden: 0, flat: [] })
  }
}
