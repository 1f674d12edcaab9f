import { FamilyEvent } from '../../domain/contract/events.ts'
import { familyOf } from '../doctor/account.ts'
import { openScreen } from '../doctor/screen.ts'
import type { Heard, Screen } from '../doctor/screen.ts'
import { found } from '../doctor/visitor.ts'
import { householdOf, takeDevice, percentiles } from './visit.ts'
import type { Story } from './visit.ts'

const inARow = 20
const atOnce = 20

export const liveStory: Story = {
  name: 'Every move reaches two screens, once and in order',
  remedy:
    'Switch Realtime on and allow private channels. Where moves arrive late, the function runs far from the database: set BUBBLEQUEST_DB_REGION at the proxy. Where some are missing, look at the quotas of Realtime.',
  async run(visit) {
    const { visitor, address } = visit
    const { familyId } = familyOf(visit)
    const { mia, columnId } = await householdOf(visit)
    // One that nobody has done: moved out of the last column, a quest loses what was done today.
    const { id: questId } = await visitor.call('addQuest', { familyId }, { title: 'Moves', icon: '📚', gemValue: 0, assigneeIds: [mia.id], columnId })
    visit.undo.push((visitor) => visitor.call('deleteQuest', { questId }))
    const columns = await visitor.call('columns', { familyId })
    const other = await takeDevice(visit)
    const screens: Screen[] = []
    try {
      for (const device of [visitor, other]) screens.push(await openScreen(address, await device.call('realtimeAccess', {})))
      const move = (count: number) => visitor.call('moveOrEditQuest', { questId }, { columnId: columns[count % columns.length]?.id })
      // Somebody else of the family may move other things meanwhile.
      const versionOf = ({ event, payload }: Heard) => {
        const news = FamilyEvent.safeParse({ type: event, ...payload })
        return news.success && news.data.type === 'quest.saved' && news.data.quest.id === questId ? news.data.quest.version : undefined
      }
      const took: number[] = []
      const versions: number[] = []
      const heardBy = (screen: Screen, version: number) => screen.hears((news) => versionOf(news) === version, 'A move did not arrive within 10 seconds.')
      for (let count = 0; count < inARow; count++) {
        const begun = performance.now()
        const { version } = await move(count)
        versions.push(version)
        for (const screen of screens) took.push((await heardBy(screen, version)).at - begun)
      }
      const burst = await Promise.all(Array.from({ length: atOnce }, (_, count) => move(inARow + count)))
      versions.push(...burst.map(({ version }) => version))
      versions.sort((a, b) => a - b)
      // Behind the last one nothing of the others is on its way any more.
      const { version: last } = await move(0)
      for (const [index, screen] of screens.entries()) {
        await heardBy(screen, last)
        const heard = screen.heard.map(versionOf).filter((version) => version !== undefined && version !== last)
        if (heard.join() !== versions.join()) return found(`Screen ${index + 1} heard ${heard.join(', ')} instead of ${versions.join(', ')}.`)
      }
      return { moves: versions.length, ...percentiles(took) }
    } finally {
      for (const screen of screens) await screen.close()
    }
  },
}
