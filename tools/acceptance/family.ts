import type { FamilyExport } from '../../domain/contract/privacy.ts'
import { openScreen } from '../doctor/screen.ts'
import { familyOf } from '../doctor/account.ts'
import { Finding, found, notTried, Visitor } from '../doctor/visitor.ts'
import { householdOf } from './visit.ts'
import type { Story } from './visit.ts'

/** Everything of the family but the moment at which it was asked for. */
export async function exportOf(visitor: Visitor, familyId: string): Promise<Omit<FamilyExport, 'exportedAt'>> {
  const { exportedAt: _, ...rest } = await visitor.call('exportFamily', { familyId })
  return rest
}

export const tidyStory: Story = {
  name: 'What is kept no longer is tidied away when somebody asks',
  remedy: 'The function needs a secret key of the project to delete pictures: see SUPABASE_SECRET_KEYS. docs/deploy.md says how it is asked every hour.',
  async run({ visitor }) {
    const { status, headers, text } = await visitor.ask('tidy', {})
    if (status === 429 && Number(headers.get('retry-after')) > 0) return 'was asked for a moment ago'
    if (status !== 200) return found(`/api/tidy answered ${status}: ${text.slice(0, 120)}`)
  },
}

export const archiveStory: Story = {
  name: 'The archive of the family holds everything that it has',
  remedy: 'Push the migrations of this version (`npx supabase db push`), and deploy the function of the same one.',
  async run(visit) {
    const { visitor } = visit
    const { familyId } = familyOf(visit)
    const { mia, questId, rewardId, redemptionId, today } = await householdOf(visit)
    visit.staleDevice = { device: visitor.copy(), access: await visitor.call('realtimeAccess', {}) }
    const archive = await visitor.call('exportFamily', { familyId })
    const parts = {
      members: [await visitor.call('members', { familyId }), archive.members],
      columns: [await visitor.call('columns', { familyId }), archive.columns],
      quests: [await visitor.call('quests', { familyId }), archive.quests],
      completions: [await visitor.call('completions', { familyId, '?startDate': today, '?endDate': today }), archive.completions],
      gemEntries: [await visitor.call('gemEntries', { memberId: mia.id }), archive.gemEntries],
      rewards: [await visitor.call('rewards', { familyId }), archive.rewards],
      redemptions: [await visitor.call('redemptions', { familyId }), archive.redemptions],
      practice: [await visitor.call('practice', { memberId: mia.id }), archive.practice],
    } as const
    let things = 0
    for (const [name, [shown, archived]] of Object.entries(parts)) {
      if (shown.length === 0) return found(`The calls show no ${name}, although there are some.`)
      for (const thing of shown)
        if (!archived.some((other) => holds(other, thing))) return found(`The archive misses one of the ${name}: ${JSON.stringify(thing).slice(0, 160)}`)
      things += shown.length
    }
    const made = JSON.stringify(archive)
    for (const id of [mia.id, questId, rewardId, redemptionId]) if (!made.includes(id)) return found(`The archive does not name ${id}.`)
    return { things }
  },
}

/** Whether each field of `thing` is in `other` too. */
const holds = (other: object, thing: object) =>
  Object.entries(thing).every(([key, value]) => JSON.stringify((other as Record<string, unknown>)[key]) === JSON.stringify(value))

export const goneStory: Story = {
  name: 'After the deletion nothing of the family can be read, and nobody can sign in',
  remedy: 'Push the migrations of this version (`npx supabase db push`): deleting a family deletes its accounts and pictures.',
  async run(visit) {
    const { address, account, email = '', password, staleDevice, picture } = visit
    if (account !== undefined) return notTried('The family is that of the account that was named, and stays.')
    const { familyId } = familyOf(visit)
    const { device, access } = staleDevice ?? notTried('No device was left signed in.')
    for (const name of ['members', 'columns', 'quests', 'activeRewards', 'rewards', 'redemptions', 'exportFamily'] as const) {
      const { status, text } = await device.ask(name, { familyId })
      if (![401, 404].includes(status)) return found(`${name} still answers ${status}: ${text.slice(0, 120)}`)
    }
    if (picture !== undefined) {
      const { status, body } = await device.send('GET', picture)
      await body?.cancel()
      if (status !== 404) return found(`A picture still answers ${status}.`)
    }
    const screen = await openScreen(address, access).catch((error: unknown) => {
      if (error instanceof Finding) return undefined
      throw error
    })
    await screen?.close()
    if (screen !== undefined) return found('A live connection still opens.')
    const { status, text } = await new Visitor(address).ask('login', {}, { email, password })
    if (!text.includes('"invalid_credentials"')) return found(`Signing in answered ${status}: ${text.slice(0, 120)}`)
  },
}
