import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { store } from '#app/state/store.ts'
import { announcementsAtom } from './announce.ts'
import { dismissErrorAbout, dismissOutdated, dismissToast, toast, toastRemovalDelay, toastsAtom } from './toast.ts'

const currentToasts = () => store.get(toastsAtom)

beforeEach(() => void vi.useFakeTimers())

afterEach(() => {
  for (const { id } of currentToasts()) dismissToast(id)
  vi.runAllTimers()
  vi.useRealTimers()
})

test('a second toast takes the place of the first', () => {
  toast({ title: 'Quest Completed!' })
  toast({ title: 'Error', description: 'No family selected', destructive: true })
  expect(currentToasts()).toMatchObject([
    { title: 'Error', description: 'No family selected', destructive: true, open: true },
  ])
})

test('screen readers hear a toast as sentences', () => {
  toast({ title: 'Reward redeemed', description: 'Ice cream costs 20 gems', consequence: 'Mia has 5 left.' })
  vi.advanceTimersByTime(200)
  expect(store.get(announcementsAtom)).toMatchObject([
    { sentence: 'Reward redeemed. Ice cream costs 20 gems. Mia has 5 left.' },
  ])
})

test('a toast goes when what it tells of was answered, but not before its change is shown', () => {
  let isWaiting = false
  toast({ title: 'Wish sent!', holds: () => isWaiting })
  const isOpenWhile = (waiting: boolean) => {
    isWaiting = waiting
    dismissOutdated()
    return currentToasts()[0]?.open
  }
  expect([isOpenWhile(false), isOpenWhile(true), isOpenWhile(false)]).toEqual([true, true, false])
})

test('a dismissed toast is hidden at once and forgotten after a million milliseconds', () => {
  const id = toast({ title: 'Success' })
  dismissToast(id)
  expect(currentToasts()).toMatchObject([{ id, open: false }])
  vi.advanceTimersByTime(toastRemovalDelay - 1)
  expect(currentToasts()).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(currentToasts()).toEqual([])
  expect(toastRemovalDelay).toBe(1_000_000)
})

test('the end of an old toast does not touch the new one', () => {
  dismissToast(toast({ title: 'Old' }))
  toast({ title: 'New' })
  // The announcements are over.
  vi.advanceTimersByTime(11_000)
  expect(vi.getTimerCount()).toBe(0)
  vi.advanceTimersByTime(toastRemovalDelay)
  expect(currentToasts()).toMatchObject([{ title: 'New', open: true }])
})

test('a success dismisses the error of the same try, and no other toast', () => {
  toast({ title: 'Invalid PIN', destructive: true, about: 'verifyPin of Anna' })
  dismissErrorAbout('verifyPin of Mia')
  expect(currentToasts()).toMatchObject([{ open: true }])
  dismissErrorAbout('verifyPin of Anna')
  expect(currentToasts()).toMatchObject([{ open: false }])
  toast({ title: 'Success', about: 'verifyPin of Anna' })
  dismissErrorAbout('verifyPin of Anna')
  expect(currentToasts()).toMatchObject([{ title: 'Success', open: true }])
})
