import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Day } from '../contract/days.ts'
import { Family } from '../contract/families.ts'
import type { FamilyEvent } from '../contract/events.ts'
import type { QuestCompletion } from '../contract/completions.ts'
import type { Change, ChangeName } from '../contract/routes.ts'
import { withCurrentColumns } from './quests.ts'
import { columnsInOrder } from './columns.ts'
import { applyCommand, type Command, type CommandOf } from './commands.ts'
import { applyEvent, completionKey, emptyFamilyState, withRead, type FamilyState } from './family-state.ts'
import { aColumn, aMember, aQuest, aRead, dayIn, uuid } from '#testing/builders.ts'
import { sentOf, stepsOf, type Things } from '#testing/histories.ts'
import { plusDays } from './days.ts'

const today = Day.parse('2026-11-21')
const at = '2026-11-21T09:00:00Z'
const familyId = uuid(7, 1)
const [mia, emil] = [aMember(1, 'Mia'), aMember(2, 'Emil')]
const columns = [1, 2, 3, 4].map((number) => aColumn(number, { isSomeday: number === 1 }))
const [ideas, todo, doing, done] = [1, 2, 3, 4].map((number) => uuid(2, number)) as [string, string, string, string]
const family = Family.parse({
  id: familyId,
  name: 'Bergs',
  rewardMode: 'ask',
  practiceGems: 0,
  timeZone: 'Europe/Berlin',
  weekStartsOn: 1,
  revision: 1,
})
const iceCream = {
  id: uuid(4, 1),
  title: 'Ice cream',
  icon: '🍦',
  gemCost: 10,
  isActive: 1,
  version: 1,
} as FamilyState['rewards'][number]
const start: FamilyState = { ...emptyFamilyState, family, columns, members: [mia, emil], rewards: [iceCream] }

const command = <Name extends ChangeName>(name: Name, change: object): CommandOf<Name> & Command =>
  ({ ...(change as Change<Name>), name, at, today }) as unknown as CommandOf<Name> & Command
const patch = (body: object, questId: string = uuid(1, 1)) => command('moveOrEditQuest', { questId, body })
const move = (columnId: string, questId?: string) => patch({ columnId }, questId)
const complete = (memberId: string, completedDate: string = today, questId?: string) =>
  patch({ columnId: done, completedDate, completingMemberId: memberId }, questId)
const after = (state: FamilyState, ...commands: Command[]) => commands.reduce<FamilyState>(applyCommand, state)
const withQuest = (more: object = {}): FamilyState => ({ ...start, quests: [aQuest({ columnId: todo, ...more })] })

/** Returns each quest's column today and its completers, by its title. */
function shown({
  quests,
  columns,
  completions,
}: FamilyState): [title: string, column: string | undefined, doneBy: string[]][] {
  return withCurrentColumns(quests, completions, {
    columns,
    today,
    dayOf: dayIn('Europe/Berlin'),
    weekStartsOn: 1,
  }).map(({ id, title, columnId }) => [
    title,
    columns.find((column) => column.id === columnId)?.title,
    completions.filter(({ questId }) => questId === id).map(({ memberId }) => (memberId === mia.id ? 'Mia' : 'Emil')),
  ])
}

describe('a pending command shows what the server will do', () => {
  test('a move, of every kind of quest, and back', () => {
    for (const recurring of ['once', 'daily', 'weekly']) {
      const board = withQuest({ recurring })
      expect(shown(after(board, move(doing)))).toEqual([['Dishes', 'Column 3', []]])
      const byNobody = patch({ columnId: done, completedBy: null })
      expect(shown(after(board, byNobody))).toEqual([['Dishes', 'Column 4', []]])
      expect(shown(after(board, byNobody, move(ideas)))).toEqual([['Dishes', 'Column 1', []]])
      // Its only assignee did it; of several nobody is known to have.
      expect(shown(after(board, move(done)))).toEqual([['Dishes', 'Column 4', ['Mia']]])
      expect(shown(after(board, move(done), move(ideas)))).toEqual([['Dishes', 'Column 1', []]])
      const ofBoth = withQuest({ recurring, assigneeIds: [mia.id, emil.id] })
      expect(shown(after(ofBoth, move(done)))).toEqual([['Dishes', 'Column 4', []]])
    }
  })

  test('a completion brings a quest to the last column once, and undone it stands where it stood', () => {
    const undo = command('undoCompletion', { questId: uuid(1, 1), memberId: mia.id, completedDate: today })
    for (const recurring of ['once', 'daily', 'weekly']) {
      const board = withQuest({ recurring, columnId: doing })
      expect(shown(after(board, complete(mia.id), complete(mia.id)))).toEqual([['Dishes', 'Column 4', ['Mia']]])
      expect(shown(after(board, complete(mia.id), undo))).toEqual([['Dishes', 'Column 3', []]])
    }
    // A once-quest is done once; a daily one by each, and undone for one it is done still.
    expect(shown(after(withQuest(), complete(mia.id), complete(emil.id)))).toEqual([['Dishes', 'Column 4', ['Mia']]])
    expect(shown(after(withQuest({ recurring: 'daily' }), complete(mia.id), complete(emil.id), undo))).toEqual([
      ['Dishes', 'Column 4', ['Emil']],
    ])
  })

  test('a move out of the last column revokes what was done today, and nothing older', () => {
    const [old, late] = [complete(emil.id, '2026-11-19'), complete(mia.id)]
    expect(shown(after(withQuest({ recurring: 'daily' }), old, late, move(todo)))).toEqual([
      ['Dishes', 'Column 2', ['Emil']],
    ])
    expect(shown(after(withQuest({ recurring: 'weekly' }), complete(emil.id, '2026-11-20'), move(todo)))).toEqual([
      ['Dishes', 'Column 2', []],
    ])
    expect(shown(after(withQuest(), late, move(todo)))).toEqual([['Dishes', 'Column 2', []]])
    expect(shown(after(withQuest(), old, move(todo)))).toEqual([['Dishes', 'Column 2', ['Emil']]])
  })

  test('an edit changes what it says alone; an empty title is the server’s to fill', () => {
    const edited = after(withQuest({ targetTime: '07:30' }), patch({ title: '', gemValue: 9, targetTime: null }))
    expect(edited.quests).toMatchObject([{ title: 'Dishes', gemValue: 9, targetTime: null }])
    expect(shown(after(withQuest(), patch({ title: 'Plants', columnId: done })))).toEqual([['Plants', 'Column 4', []]])
  })

  test('a date takes a quest out of a column for someday, and a finished one stays where it is done', () => {
    const dated = patch({ dueOn: today })
    const board = withQuest({ columnId: ideas })
    expect(shown(after(board, dated))).toEqual([['Dishes', 'Column 2', []]])
    const order = command('orderColumns', { familyId, body: { columnIds: [todo, doing, done, ideas] } })
    const finished = after(board, order, patch({ completedDate: today, completingMemberId: mia.id }), dated)
    expect(shown(finished)).toEqual([['Dishes', 'Column 1', ['Mia']]])
    expect(finished.quests).toMatchObject([{ homeColumnId: todo }])
  })

  test('a new column takes its place before others', () => {
    const order = columnsInOrder(start.columns)
    const body = { id: uuid(2, 9), title: 'Later', emoji: '🌙', position: order[3]?.position }
    const added = columnsInOrder(after(start, command('addColumn', { familyId, body })).columns)
    expect(added.map(({ title }) => title)).toEqual(order.map(({ title }) => title).toSpliced(3, 0, 'Later'))
  })

  test('a new column and the quest in it, which is finished when that is the last one', () => {
    const column = command('addColumn', { familyId, body: { id: uuid(2, 9), title: 'Later', emoji: '🌙' } })
    const body = {
      id: uuid(1, 9),
      title: 'Plants',
      icon: '🌱',
      gemValue: 5,
      assigneeIds: [mia.id],
      columnId: uuid(2, 9),
    }
    const both = after(start, column, command('addQuest', { familyId, body }))
    expect(shown(both)).toEqual([['Plants', 'Later', []]])
    expect(both.quests).toMatchObject([{ homeColumnId: todo, finishedAt: at, recurring: 'once', description: '' }])
    expect(after(both, column, command('addQuest', { familyId, body }))).toEqual(both)
    expect(after(start, command('addQuest', { familyId, body: { ...body, title: ' ' } }))).toEqual(start)
  })

  test('a new member, once, with a PIN as a fact alone', () => {
    const add = (body: object) => command('addMember', { familyId, body: { id: uuid(3, 9), ...body } })
    const both = after(start, add({ displayName: ' Ida ', avatarSeed: 'Kiwi', pin: '4711' }))
    expect(both.members.at(-1)).toEqual({
      id: uuid(3, 9),
      displayName: 'Ida',
      avatarSeed: 'Kiwi',
      userProfileImageUrl: null,
      role: 'kid',
      hasPin: true,
      hasPicturePin: false,
      version: 0,
    })
    expect(after(both, add({ displayName: 'Ida' }))).toEqual(both)
    expect(after(start, add({ displayName: '' }))).toEqual(start)
  })

  test('columns in another order, renamed, and deleted where no quest stands', () => {
    const ordered = after(start, command('orderColumns', { familyId, body: { columnIds: [doing, ideas, done, todo] } }))
    expect(columnsInOrder(ordered.columns).map(({ id }) => id)).toEqual([doing, ideas, done, todo])
    expect(after(start, command('editColumn', { columnId: todo, body: { title: 'Now' } })).columns[1]?.title).toBe(
      'Now',
    )
    const remove = command('deleteColumn', { columnId: todo })
    expect(after(start, remove).columns).toHaveLength(3)
    expect(after(withQuest(), remove).columns).toHaveLength(4)
  })

  test('a deleted quest goes with its completions', () => {
    const state = after(withQuest(), complete(mia.id), command('deleteQuest', { questId: uuid(1, 1) }))
    expect([state.quests, state.completions]).toEqual([[], []])
  })

  test('rewards, and what becomes of a wish', () => {
    const hide = command('editReward', { rewardId: iceCream.id, body: { isActive: 0 } })
    expect(after(start, hide).rewards).toMatchObject([{ title: 'Ice cream', isActive: 0 }])
    expect(after(start, command('deleteReward', { rewardId: iceCream.id })).rewards).toEqual([])
    const added = command('addReward', { familyId, body: { id: uuid(4, 9), title: 'Cinema' } })
    expect(after(start, added, added).rewards.map(({ title, gemCost }) => [title, gemCost])).toEqual([
      ['Ice cream', 10],
      ['Cinema', 100],
    ])
    const redeem = command('redeemReward', {
      rewardId: iceCream.id,
      body: { redemptionId: uuid(5, 1), memberId: mia.id },
    })
    const decide = (status: string) => command('decideRedemption', { redemptionId: uuid(5, 1), body: { status } })
    const putBack = command('putBackRedemption', { redemptionId: uuid(5, 1) })
    const statusAfter = (state: FamilyState, ...commands: Command[]) =>
      after(state, ...commands).redemptions.map(({ status }) => status)
    expect(statusAfter(start, redeem, redeem)).toEqual(['reserved'])
    expect(statusAfter(start, redeem, decide('declined'), decide('granted'))).toEqual(['declined'])
    expect(statusAfter(start, redeem, decide('granted'), putBack)).toEqual(['declined'])
    expect(statusAfter({ ...start, family: { ...family, rewardMode: 'spend' } }, redeem)).toEqual(['granted'])
  })

  test('a celebration takes no gems, and is unseen until a parent has seen it or it is put back', () => {
    const celebrating = { ...start, family: { ...family, rewardMode: 'celebrate' as const } }
    const id = { redemptionId: uuid(5, 1) }
    const once = after(
      celebrating,
      command('redeemReward', { rewardId: iceCream.id, body: { ...id, memberId: mia.id, gemCost: 0 } }),
    )
    const decide = (status: string) => after(once, command('decideRedemption', { ...id, body: { status } }))
    expect(once.redemptions).toMatchObject([{ status: 'granted', gemCost: 0, unseen: true }])
    expect(decide('declined')).toBe(once)
    expect(decide('granted').redemptions).toMatchObject([{ status: 'granted', unseen: false }])
    const back = after(once, command('putBackRedemption', id))
    expect(back.redemptions).toMatchObject([{ status: 'declined', unseen: false }])
  })

  test('what is about nothing that is there changes nothing', () => {
    const strangers = [
      move(todo),
      complete(mia.id),
      command('decideRedemption', { redemptionId: uuid(5, 9), body: { status: 'granted' } }),
    ]
    for (const stranger of strangers) expect(applyCommand(start, stranger)).toBe(start)
  })
})

/**
 * A server that applies the same rules, or refuses; it stores every version of each entity, and each reply by its key.
 */
class Server {
  state: FamilyState = start
  revision = 10
  readonly history = new Set<string>()
  readonly answers = new Map<string, FamilyEvent[]>()
  /** The keys of the commands that took effect, in order. */
  readonly done: string[] = []

  /** Returns the reply to a request, and its events. */
  answer(sent: Command, isRefused: boolean): { answer: FamilyEvent[] | 'refused'; made: FamilyEvent[] } {
    const kept = this.answers.get(sent.key)
    if (kept !== undefined) return { answer: kept, made: [] }
    const answer = this.run(sent, isRefused)
    if (answer === 'refused') return { answer, made: [] }
    this.answers.set(sent.key, answer)
    this.done.push(sent.key)
    return { answer, made: answer }
  }

  run(sent: Command, isRefused: boolean): FamilyEvent[] | 'refused' {
    const next = applyCommand(this.state, sent)
    const names = [
      'columnId' in sent ? sent.columnId : undefined,
      'body' in sent && 'columnId' in sent.body ? sent.body.columnId : undefined,
    ]
    if (isRefused || names.some((id) => id !== undefined && !this.state.columns.some((column) => column.id === id)))
      return 'refused'
    const events: FamilyEvent[] = []
    for (const [list, noun] of [
      ['columns', 'column'],
      ['quests', 'quest'],
      ['rewards', 'reward'],
      ['absences', 'absence'],
      ['redemptions', 'redemption'],
    ] as const) {
      for (const entity of next[list]) {
        if (this.state[list].some((known) => JSON.stringify(known) === JSON.stringify(entity))) continue
        const revision = ++this.revision
        events.push({ type: `${noun}.saved`, revision, [noun]: { ...entity, version: revision } } as FamilyEvent)
      }
      if (list === 'redemptions') continue
      for (const { id } of this.state[list]) {
        if (!next[list].some((entity) => entity.id === id))
          events.push({ type: `${noun}.deleted`, revision: ++this.revision, [`${noun}Id`]: id } as FamilyEvent)
      }
    }
    const isIn = (completions: readonly QuestCompletion[], { ...completion }: QuestCompletion) =>
      completions.some((known) => completionKey(known) === completionKey(completion))
    for (const completion of next.completions) {
      if (!isIn(this.state.completions, completion))
        events.push({ type: 'completion.saved', revision: ++this.revision, completion })
    }
    for (const completion of this.state.completions) {
      const isOfQuest = next.quests.some(({ id }) => id === completion.questId)
      if (isOfQuest && !isIn(next.completions, completion))
        events.push({ type: 'completion.deleted', revision: ++this.revision, completion })
    }
    this.state = events.reduce(applyEvent, this.state)
    for (const quest of this.state.quests) this.history.add(JSON.stringify(quest))
    return events
  }
}

/** Reads the current state, for a reply that arrives later. */
function readNow({ state, revision }: Server): (state: FamilyState) => FamilyState {
  const { columns, quests, completions, members, absences, rewards, redemptions, balances } = state
  const read = aRead(revision, {
    ...{ columns: [...columns], quests: [...quests], completions: [...completions], members: [...members] },
    ...{ absences: [...absences], rewards: [...rewards], redemptions: [...redemptions], balances },
    family: { ...family, revision },
  })
  return (before) => withRead(before, read, null)
}

type Answer = { events: FamilyEvent[] | 'refused' }

/**
 * A device like the app: commands in order for each entity, pending ones shown over the server's state and kept over a
 * reload.
 */
class Device {
  server: FamilyState = start
  pending: Command[] = []
  /** Every request ever sent: the network may deliver it again. */
  readonly sent: Command[] = []
  /** The outcome of each answered command, by its key. */
  readonly told = new Map<string, 'done' | 'refused' | 'unknown'>()
  /** The server's replies to pending commands, not yet delivered. */
  readonly answers = new Map<Command, Answer>()
  inbox: FamilyEvent[] = []
  /** Reads in flight, each with the family's state at the read. */
  reads: ((state: FamilyState) => FamilyState)[] = []

  /** A pending command that may be sent: no earlier one is about the same entity. */
  next(which: number): Command | undefined {
    const free = this.pending.filter((sent, index) =>
      this.pending
        .slice(0, index)
        .every((earlier) => isKept(earlier) && isKept(sent) && subjectOf(earlier) !== subjectOf(sent)),
    )
    return free[which % Math.max(1, free.length)]
  }

  /** Opens the page again: only what is written down stays. */
  reload(read: (state: FamilyState) => FamilyState): void {
    this.answers.clear()
    this.server = emptyFamilyState
    this.inbox = []
    this.reads = [read]
  }

  get shown(): FamilyState {
    return this.pending.reduce<FamilyState>(applyCommand, this.server)
  }

  settle(sent: Command): void {
    const answer = this.answers.get(sent)
    const events = answer?.events ?? []
    if (answer !== undefined) this.told.set(sent.key, events === 'refused' ? 'refused' : 'done')
    this.answers.delete(sent)
    this.pending = this.pending.filter((other) => other !== sent)
    if (events !== 'refused') this.server = events.reduce(applyEvent, this.server)
  }
}

/** Moves, completions, their undo and wishes overtake each other. */
const isKept = ({ name }: Command) => ['moveOrEditQuest', 'undoCompletion', 'redeemReward'].includes(name)
const subjectOf = (sent: Command) => ('questId' in sent ? sent.questId : JSON.stringify(sent))

const noun = { quest: 1, column: 2, member: 3, reward: 4, redemption: 5, absence: 8 }
const fourOf = (kind: number) => [1, 2, 3, 4].map((number) => uuid(kind, number))
/** Ids of what may exist; each is of one of four, so that steps meet. */
const things: Things = {
  familyId,
  quests: fourOf(1),
  columns: fourOf(2),
  members: [mia.id, emil.id],
  rewards: [iceCream.id],
  redemptions: fourOf(5),
  absences: fourOf(8),
  completions: [],
  dayAgo: (days) => plusDays(today, -days),
  newId: (of, number) => uuid(noun[of], 1 + (number % 4)),
}
const anyCommand: fc.Arbitrary<Command> = stepsOf({
  ...{ move: 4, 'add quest': 3, complete: 2, undo: 1, 'rename quest': 1, 'delete quest': 1, 'rename column': 1 },
  ...{ 'order columns': 1, 'delete column': 1, redeem: 1, decide: 1, 'put back': 1 },
  ...{ skip: 1, back: 1, 'not away': 1 },
}).map((step) => {
  const { name, params, body } = sentOf(step, things)
  return command(name, { ...params, ...(body && { body }) })
})

/** An event at one of the devices: `which` selects among what waits for it. */
const step = fc.record({
  does: fc.oneof(
    ...Object.entries({
      send: 3,
      reach: 3,
      answer: 2,
      lose: 1,
      'give up': 1,
      reload: 1,
      double: 2,
      read: 1,
      list: 1,
      event: 6,
    }).map(([does, weight]) => ({ weight, arbitrary: fc.constant(does) })),
  ),
  device: fc.nat(2),
  command: anyCommand,
  which: fc.nat(20),
  isRefused: fc.boolean(),
  isDoubled: fc.boolean(),
})

/** Returns the lists that screens show, sorted. */
const seen = ({ columns, quests, completions, absences, rewards, redemptions }: FamilyState) =>
  [columns, quests, completions, absences, rewards, redemptions].map((list: readonly object[]) =>
    list.map((each) => JSON.stringify(each)).toSorted(),
  )

test('three devices with refusals, reads, reloads, doubled requests, lost, late and doubled answers and events all show what the server has in the end, nothing unexplained in between, and each command once', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const server = new Server()
      const devices = [new Device(), new Device(), new Device()]
      const reach = (device: Device, isRefused: boolean, which: number) => {
        const sent = device.next(which)
        if (sent === undefined || device.answers.has(sent)) return
        const { answer, made } = server.answer(sent, isRefused)
        device.answers.set(sent, { events: answer })
        devices.forEach(({ inbox }) => inbox.push(...made))
      }
      let count = 0
      const send = (device: Device, content: Command) => {
        const sent = { ...content, key: String(count++) }
        device.pending = [...device.pending, sent]
        device.sent.push(sent)
      }
      const explain = (device: Device) => {
        // Every quest in the server's state is one that the server sent: no command is written into it.
        for (const quest of device.server.quests) expect(server.history).toContain(JSON.stringify(quest))
        for (const quest of device.shown.quests) {
          const known = device.server.quests.find(({ id }) => id === quest.id)
          // A completion brings it to the column that is the last one at that time.
          const targets = device.pending.flatMap((sent): readonly unknown[] => {
            if (!('body' in sent)) return []
            if ('completedDate' in sent.body) return things.columns
            return 'columnId' in sent.body ? [sent.body.columnId] : []
          })
          expect([known?.columnId, known?.homeColumnId, ...targets]).toContain(quest.columnId)
        }
        if (device.pending.length === 0) expect(device.shown).toBe(device.server)
      }
      for (const next of steps) {
        const device = devices[next.device] as Device
        if (next.does === 'send') send(device, next.command)
        else if (next.does === 'reach') reach(device, next.isRefused, next.which)
        else if (next.does === 'reload') device.reload(readNow(server))
        else if (next.does === 'answer' && device.answers.size > 0) {
          const [sent, { events }] = [...device.answers][next.which % device.answers.size] ?? expect.unreachable()
          device.settle(sent)
          // The change is shown before its live events arrive.
          if (events !== 'refused') expect(events.reduce(applyEvent, device.server)).toBe(device.server)
        } else if (next.does === 'read') device.reads.push(readNow(server))
        else if (next.does === 'list') {
          const [read] = device.reads.splice(next.which % Math.max(1, device.reads.length), 1)
          if (read !== undefined) device.server = read(device.server)
        } else if (next.does === 'lose') {
          // The device sends it again with its key.
          device.answers.clear()
        } else if (next.does === 'give up' && device.pending[0] !== undefined) {
          // After a timeout the device does not know whether the server did it.
          device.answers.delete(device.pending[0])
          device.told.set(device.pending[0].key, 'unknown')
          device.settle(device.pending[0])
        } else if (next.does === 'double' && device.sent.length > 0) {
          const again = device.sent[next.which % device.sent.length]
          // A queued command is not sent before its turn.
          if (again !== undefined && (!device.pending.includes(again) || device.answers.has(again))) {
            const { made } = server.answer(again, false)
            devices.forEach(({ inbox }) => inbox.push(...made))
          }
        } else if (next.does === 'event') {
          const place = next.which % Math.max(1, device.inbox.length)
          const [event] = next.isDoubled ? device.inbox.slice(place, place + 1) : device.inbox.splice(place, 1)
          if (event !== undefined) device.server = applyEvent(device.server, event)
        }
        devices.forEach(explain)
      }
      for (const device of devices) {
        while (device.pending[0] !== undefined) {
          reach(device, false, 0)
          device.settle(device.pending[0])
        }
      }
      for (const device of devices) {
        device.server = device.reads.reduce((state, read) => read(state), device.server)
        device.server = device.inbox.reduce(applyEvent, device.server)
      }
      for (const device of devices) expect(seen(device.shown)).toEqual(seen(server.state))
      expect(server.done).toHaveLength(new Set(server.done).size)
      // None is lost.
      for (const device of devices) expect(device.sent.filter(({ key }) => !device.told.has(key))).toEqual([])
      for (const [key, outcome] of devices.flatMap(({ told }) => [...told]))
        if (outcome === 'done') expect(server.done).toContain(key)
    }),
    { numRuns: 1000 },
  )
})
