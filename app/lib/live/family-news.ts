import type { MemberId } from '#domain/contract/ids.ts'
import { mainNews, newsBetween, type NewsKind, type QuestNews } from '#domain/rules/family-news.ts'
import type { FamilyState } from '#domain/rules/family-state.ts'
import { groupBy } from '#domain/rules/group-by.ts'
import { questsOnDay } from '#domain/rules/occurrences.ts'
import { newsAtom } from '#app/lib/device/device-settings.ts'
import { familyState, onReceived } from '#app/lib/state/family-store.ts'
import { serverNow } from '#app/lib/time/server-clock.ts'
import { dayIn } from '#app/lib/time/today.ts'
import { announce } from '#app/state/announce.ts'
import { store } from '#app/state/store.ts'
import { sentences } from '#app/state/sentences.ts'
import { isolated, listed } from '#app/texts/isolated.ts'
import { locale } from '#app/texts/page-language.ts'
import { common } from '#texts/common'
import { news as texts } from '#texts/news'

/** Milliseconds for which news are gathered into one announcement. */
const gatherMs = 2000
/** The number of quests that a sentence names. */
const most = 3

/**
 * Has screen readers say what other devices change, unless this device's setting is off; about the quests of a member
 * alone if `of` returns one. Returns a function that ends this.
 */
export function followNews(of: () => MemberId | undefined): () => void {
  let gathered: QuestNews[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const tell = () => {
    timer = undefined
    announce(sentenceOf(mainNews(gathered), familyState()))
    gathered = []
  }
  const stop = onReceived((before, after) => {
    if (!store.get(newsAtom)) return
    // An edit matters only to a user who is on that quest.
    const news = newsBetween(before, after, of()).filter(({ kind, quest }) => kind !== 'edited' || isFocused(quest.id))
    if (news.length === 0) return
    gathered.push(...news)
    timer ??= setTimeout(tell, gatherMs)
  })
  return () => {
    stop()
    clearTimeout(timer)
  }
}

const isFocused = (id: string) => document.activeElement?.closest(`[data-glide='${id}'], [data-quest='${id}']`) !== null

/** The news as sentences, those about who finished quests first. */
function sentenceOf(news: readonly QuestNews[], state: FamilyState): string {
  const nameOf = (id: MemberId | undefined) =>
    state.members.find((member) => member.id === id)?.displayName ?? common.somebody
  const ofKind = (kind: NewsKind) => news.filter((one) => one.kind === kind)
  const groups = <Key>(kind: NewsKind, keyOf: (one: QuestNews) => Key) => [...groupBy(ofKind(kind), keyOf)]
  const plain = (kind: 'reopened' | 'edited' | 'gone') => ofKind(kind).length > 0 && texts[kind](titlesOf(ofKind(kind)))
  return sentences(
    [
      ...groups('finished', ({ memberId }) => memberId).flatMap(([memberId, done]) => [
        texts.finished(nameOf(memberId), titlesOf(done)),
        memberId && progressOf(memberId, state),
      ]),
      ...groups('added', ({ quest }) => listOf(quest.assigneeIds.map(nameOf))).map(([members, added]) =>
        texts.addedFor(members, titlesOf(added)),
      ),
      ...groups('moved', ({ quest }) => state.columns.find(({ id }) => id === quest.columnId)?.title ?? '').map(
        ([column, moved]) => texts.moved(column, titlesOf(moved)),
      ),
      plain('reopened'),
      plain('edited'),
      plain('gone'),
    ].map((sentence) => sentence || undefined),
  )
}

const listOf = (names: readonly string[]) => new Intl.ListFormat(locale).format(names.map(isolated))

function titlesOf(news: readonly QuestNews[]): string {
  const titles = news.map(({ quest }) => quest.title)
  return titles.length <= most ? listOf(titles) : texts.more(listed(titles.slice(0, most)), titles.length - most)
}

/** How many of their quests of today a member has done; undefined if that is not known. */
function progressOf(memberId: MemberId, state: FamilyState): string | undefined {
  const dayOf = dayIn(state.family?.timeZone ?? 'UTC')
  const today = dayOf(new Date(serverNow()))
  const clock = { day: today, today, dayOf, weekStartsOn: state.family?.weekStartsOn ?? 1 }
  const quests = questsOnDay(state, clock, new Set([memberId]))
  const done = quests.filter(({ status }) => status === 'done').length
  return texts.doneToday(done, quests.length)
}
