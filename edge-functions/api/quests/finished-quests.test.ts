import assert from 'node:assert/strict'
import { pageSizes } from '../../../domain/contract/constants.ts'
import type { Quest } from '../../../domain/contract/quests.ts'
import type { Device } from '../../../testing/device.ts'
import { newFamily } from '../../../testing/family.ts'
import { dayFromNow } from '../../../testing/builders.ts'
import type { SignedUpFamily } from '../../../testing/family.ts'
import { onOwnStack } from '../../../testing/stack.ts'
import type { TestStack } from '../../../testing/stack.ts'

// A stack of its own: writing years of data locks tables, which would deadlock with the commands of other files.
const story = onOwnStack()

const since = dayFromNow(-14)
const titlesOf = (quests: readonly Pick<Quest, 'title'>[]) => quests.map(({ title }) => title)

/** Moves the moment at which the quest came to its column so many days back. */
const daysAgo = ({ sql }: TestStack, { id }: Pick<Quest, 'id'>, days: number) =>
  sql.begin(async (transaction) => {
    await transaction`alter table public.quests disable trigger user`
    await transaction`update public.quests set finished_at = finished_at - make_interval(days => ${days}), created_at = created_at - make_interval(days => ${days}) where id = ${id}`
    await transaction`update public.quests q set api_json = private.quest_api_json(q) where id = ${id}`
    await transaction`alter table public.quests enable trigger user`
  })

/** Reads all pages of archived quests. */
async function archivedOf(device: Device, familyId: string): Promise<Quest[]> {
  const all: Quest[] = []
  for (
    let page: Quest[] | undefined;
    page === undefined || page.length === pageSizes.archivedQuests;
    all.push(...page)
  ) {
    const last = all.at(-1)
    page = await device.call('archivedQuests', {
      familyId,
      '?doneSince': since,
      ...(last && { '?before': last.finishedAt ?? last.createdAt, '?beforeId': last.id }),
    })
  }
  return all
}

story(
  'The short list leaves out what was finished more than fourteen days ago, and nothing else; the long one has it all',
  async (stack) => {
    const family = await newFamily(stack)
    const { parent, familyId } = family
    const done = family.column('Done').id
    const old = await family.addQuest('Old', { columnId: done })
    const oldToDo = await family.addQuest('Old, to do')
    const oldDaily = await family.addQuest('Old, daily', { columnId: done, recurring: 'daily' })
    const late = await family.addQuest('Planned long ago, done now')
    await family.addQuest('New', { columnId: done })
    for (const quest of [old, oldToDo, oldDaily, late]) await daysAgo(stack, quest, 15)
    await parent.call('moveOrEditQuest', { questId: late.id }, { columnId: done })
    const all = titlesOf(await parent.call('quests', { familyId }))
    assert.deepEqual(all, ['Old', 'Old, to do', 'Old, daily', 'Planned long ago, done now', 'New'], 'as planned')
    // With a new column behind it, which is the last one, finished quests stay finished.
    for (const title of ['Archive', 'Attic']) {
      assert.deepEqual(
        titlesOf(await parent.call('quests', { familyId, '?doneSince': since })),
        all.filter((title) => title !== 'Old'),
      )
      assert.deepEqual(titlesOf(await archivedOf(parent, familyId)), ['Old'])
      await parent.call('addColumn', { familyId }, { title, emoji: '📦' })
    }
  },
)

story(
  'A search finds what was finished long ago by the words of its title, newest first, on a tablet of a child as well',
  async (stack) => {
    const [family, other] = [await newFamily(stack), await newFamily(stack, 'Holm')]
    const { familyId, parent } = family
    const titles = ['Üb Klavier', 'U\u0308be Flöte', 'Straße 100% fegen_[a-z].*', 'ЖУРНАЛ', '🧹 Été']
    for (const [index, title] of titles.entries()) {
      const quest = await family.addQuest(title, { columnId: family.column('Done').id })
      await daysAgo(stack, quest, 15 + index)
    }
    await family.addQuest('Übe heute', { columnId: family.column('Done').id })
    await daysAgo(stack, await other.addQuest('Übe Geige', { columnId: other.column('Done').id }), 15)
    const { id: miaId } = await family.addMember('Mia')
    const found = async (title: string, device = parent) =>
      titlesOf(await device.call('searchArchivedQuests', { familyId }, { title, doneSince: since }))
    const [piano, flute, street, journal, summer] = titles
    for (const [typed, expected] of [
      ['ub', [piano, flute]],
      ['ÜB', [piano, flute]],
      ['u\u0308b', [piano, flute]],
      [' vier  ub ', [piano]],
      ['stras', [street]],
      ['strasse', [street]],
      ['STRAẞE', [street]],
      ['0% fegen_[a-z].*', [street]],
      ['журнал', [journal]],
      ['🧹 ete', [summer]],
      ...['%', '_', '.', '^', '\\', '[a-z]', '-', '(', '*'].map(
        (sign) => [sign, street?.includes(sign) ? [street] : []] as const,
      ),
      ['ub ub ub ub ub ub ub ub ub ub eleventh', [piano, flute]],
      ['ub x', []],
      ['', []],
    ] as const)
      assert.deepEqual(await found(typed), expected, typed)
    assert.deepEqual(await found('ub', await family.device(miaId)), [piano, flute])
    await other.parent.refused('searchArchivedQuests', { familyId }, 'not_found', { title: 'ub', doneSince: since })
  },
)

story('What is done says when and by whom, until it is to do again', async (stack) => {
  const family = await newFamily(stack)
  const { parent, memberId } = family
  const { id: questId } = await family.addQuest('Dishes')
  const completion = { completedDate: dayFromNow(), completingMemberId: memberId }
  const dishes = await parent.call('moveOrEditQuest', { questId }, completion)
  assert.equal(dishes.finishedBy, memberId)
  const move = (title: string) =>
    parent.call('moveOrEditQuest', { questId }, { columnId: family.column(title).id, completedBy: null })
  const back = await move('To Do')
  assert.deepEqual([back.finishedBy, back.finishedAt], [null, null])
  // Done by nobody it says only when.
  const moved = await move('Done')
  assert.equal(moved.finishedBy, null)
  assert.ok((moved.finishedAt ?? '') > (dishes.finishedAt ?? ''))
})

/**
 * Creates a family that has done 34 daily quests on each of so many days, and two once-quests in three, without events.
 */
async function furnish({ sql }: TestStack, { familyId, column }: SignedUpFamily, days: number): Promise<void> {
  const tables = ['quests', 'quest_completions', 'gem_entries']
  await sql.begin(async (transaction) => {
    for (const table of tables) await transaction`alter table public.${transaction(table)} disable trigger user`
    await transaction`
      insert into public.quests (family_id, column_id, done_column_id, title, description, icon, gem_value, assignee_ids, recurring, created_at, finished_at, finished_by)
      select m.family_id, ${column('To Do').id}, case kind when 'once' then ${column('Done').id}::uuid end, 'Quest number ' || n, 'A few words that say what there is to do',
        '🧹', 20, array[m.id], kind, now() - make_interval(days => (case kind when 'once' then n * 3 / 2 else ${days} end)::int),
        case kind when 'once' then now() - make_interval(days => n * 3 / 2) end, case kind when 'once' then m.id end
      from public.family_members m, (
        select 'once' as kind, n from generate_series(0, ${Math.floor((days * 2) / 3)}::int) n union all select 'daily', n from generate_series(1, 34) n
      ) planned where m.family_id = ${familyId} and m.role = 'parent'`
    await transaction`
      insert into public.quest_completions (quest_id, member_id, completed_date, family_id, gems)
      select q.id, q.assignee_ids[1], (now() at time zone 'utc')::date - n, q.family_id, 20
      from public.quests q, generate_series(0, ${days - 1}::int) n where q.family_id = ${familyId} and q.recurring = 'daily'
      union all
      select q.id, q.assignee_ids[1], (q.finished_at at time zone 'utc')::date, q.family_id, 20 from public.quests q where q.family_id = ${familyId} and q.recurring = 'once'`
    await transaction`
      insert into public.gem_entries (family_id, member_id, amount, reason, title, icon, balance)
      select m.family_id, m.id, 20, 'completion', 'Quest', '🧹', 20 * n from public.family_members m, generate_series(1, ${days * 41}::int) n where m.family_id = ${familyId} and m.role = 'parent'`
    await transaction`update public.quests q set api_json = private.quest_api_json(q) where family_id = ${familyId}`
    for (const table of tables) await transaction`alter table public.${transaction(table)} enable trigger user`
  })
}

/** Returns the bytes of all calls that a page makes when it opens. */
async function bytesOfPages({ parent, familyId, memberId }: SignedUpFamily): Promise<Record<string, number>> {
  const sizeOf = async (...asked: Parameters<typeof parent.ask>) => {
    const { status, text } = await parent.ask(...asked)
    assert.equal(status, 200, text)
    return new TextEncoder().encode(text).length
  }
  const sum = async (...sizes: Promise<number>[]) => (await Promise.all(sizes)).reduce((total, size) => total + size, 0)
  const frame = await sum(
    ...(['currentUser', 'realtimeAccess', 'myFamilies'] as const).map((name) => sizeOf(name, {} as never)),
    ...(['members', 'columns'] as const).map((name) => sizeOf(name, { familyId } as never)),
    sizeOf('quests', { familyId, '?doneSince': since } as never),
  )
  const week = await sizeOf('completions', {
    familyId,
    '?startDate': dayFromNow(-3),
    '?endDate': dayFromNow(3),
  } as never)
  const gems = await sizeOf('gems', { memberId } as never)
  return { board: frame, calendar: frame + week, wall: frame + week + gems, "a kid's page": frame + week + gems }
}

story(
  'After two years and 25,000 completions every page opens with the bytes of a family of two months',
  async (stack) => {
    const [young, old] = [await newFamily(stack), await newFamily(stack, 'Holm')]
    await furnish(stack, young, 60)
    await furnish(stack, old, 750)
    const [kept] = await stack.sql<{ completions: number; lines: number; done: number }[]>`
    select (select count(*)::int from public.quest_completions where family_id = ${old.familyId}) as completions,
      (select count(*)::int from public.gem_entries where family_id = ${old.familyId}) as lines,
      (select count(*)::int from public.quests where family_id = ${old.familyId} and done_column_id = ${old.column('Done').id}) as done`
    assert.ok(kept && kept.completions >= 25_000 && kept.lines >= 30_000 && kept.done >= 500, JSON.stringify(kept))
    const [ofYoung, ofOld] = [await bytesOfPages(young), await bytesOfPages(old)]
    for (const [page, bytes] of Object.entries(ofOld))
      assert.ok(bytes <= 1.2 * (ofYoung[page] ?? 0), `${page}: ${bytes} of ${ofYoung[page]}`)

    // The pages of archived quests have the rest: each once, newest first.
    const earlier = await archivedOf(old.parent, old.familyId)
    const recent = await old.parent.call('quests', { familyId: old.familyId, '?doneSince': since })
    const all = await old.parent.call('quests', { familyId: old.familyId })
    assert.equal(all.length, kept.done + 34)
    assert.deepEqual([...earlier, ...recent].map(({ id }) => id).toSorted(), all.map(({ id }) => id).toSorted())
    const moments = earlier.map(({ finishedAt }) => finishedAt ?? '')
    assert.deepEqual(moments, moments.toSorted().toReversed())
  },
)
