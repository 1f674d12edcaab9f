import { expect } from '@playwright/test'
import { canvasSize, dotsOf, letterOf } from '#domain/games/alphabet-bubbls/letters.ts'
import type { Glyph } from '#domain/games/alphabet-bubbls/glyphs.ts'
import { gameNames, type GameId } from '#domain/games/games.ts'
import { digital, timeAt, type Time } from '#domain/games/time-ticker/clock.ts'
import { handsInWords, wordsOf } from '#app/playground/time-ticker/clock-words.ts'
import type { Point } from './driver.ts'
import { button, like, pointsBetween, text, type Hand } from './hand.ts'

/** Through the playground's door into a game. */
export async function enterGame(hand: Hand, kidId: string, game: GameId): Promise<void> {
  await hand.open(`/kid/${kidId}#playground`)
  await hand.click({ role: 'link', name: like(new RegExp(`^${gameNames[game]}`)) })
  await hand.sees({ role: 'heading', name: gameNames[game] })
}

/** The exit leads back to the doors. */
export async function leaveGame(hand: Hand): Promise<void> {
  await hand.click(button('Exit'))
  await hand.sees({ role: 'heading', name: 'Playground Games' })
}

/** Draws a capital and its small letter, until the next letter is there. */
export async function drawLetter(hand: Hand): Promise<void> {
  for (const glyph of ['A', 'a'] as const) {
    await hand.sees(button(like(new RegExp(`^${glyph === 'A' ? 'Capital' : 'Small'} A`))))
    for (const index of letterOf(glyph).strokes.keys()) await drawStroke(hand, glyph, index)
  }
  await hand.sees(text('Letter 2 of 26'))
}

async function drawStroke(hand: Hand, glyph: Glyph, index: number): Promise<void> {
  const stroke = letterOf(glyph).strokes[index]
  if (stroke === undefined) return
  await hand.finds(
    `stroke ${index + 1} of ${glyph}`,
    () => hand.texts({ css: 'output, [role=status]' }),
    (texts) => texts.some((text) => text.startsWith(`Stroke ${index + 1} `)),
  )
  const paper = await hand.box(button(like(/: draw the next dot$/)))
  const way = dotsOf(stroke).map((dot): Point => {
    const [x, y] = stroke.points[dot] ?? [0, 0]
    return { x: paper.x + (x / canvasSize) * paper.width, y: paper.y + (y / canvasSize) * paper.height }
  })
  await hand.drag(way)
}

const allTimes = Array.from({ length: 720 }, (_, minutes) => timeAt(minutes))
const timeOf = (words: string, call: (time: Time) => string) => {
  const time = allTimes.find((time) => call(time) === words)
  if (time === undefined) throw new Error(`No time is called ${words}`)
  return time
}

/** Answers the clock's question: by keys where the hands are to be set, else by a click. */
export async function tellTime(hand: Hand): Promise<void> {
  const question = await hand.text(text(like(/^(Set the clock to|What time does the clock show|Which clock shows)/)))
  const [digits] = /\d+:\d\d/.exec(question) ?? []
  if (question.startsWith('Set')) {
    const slider = { role: 'slider', name: 'Hour hand' }
    const wanted = wordsOf(timeOf(digits ?? '', digital))
    await hand.tabTo(slider)
    await hand.finds(
      `the hour hand at ${wanted}`,
      async () => {
        const shown = await hand.attribute(slider, 'aria-valuetext')
        if (shown !== wanted) await hand.key('ArrowUp')
        return shown
      },
      (shown) => shown === wanted,
    )
    await hand.click(button('Check Answer'))
  } else if (digits === undefined) {
    const hands = await hand.attribute({ role: 'img', name: like(/^A clock: /) }, 'aria-label')
    await hand.click(button(like(new RegExp(`^${wordsOf(timeOf(hands.slice('A clock: '.length), handsInWords))}`))))
  } else {
    await hand.click(button(like(new RegExp(`^Clock \\d: ${handsInWords(timeOf(digits, digital))}`))))
  }
  await hand.sees(text('10 points'))
  await hand.sees(text('Right'))
  await hand.seesNot(text('Right'))
}

/** Sorts the first level's bubbles by colour, the first by drawing it to its place, until the second level is there. */
export async function sortBubbles(hand: Hand): Promise<void> {
  const bubbles = { role: 'button', within: { role: 'list', name: 'Bubbles' } }
  const places = { role: 'button', within: { role: 'list', name: 'Places' } }
  await hand.sees(text('Level 1 of 4'))
  await hand.sees(bubbles)
  const left = await hand.count(bubbles)
  for (let sorted = 0; sorted < left; sorted++) {
    const name = await hand.attribute({ ...bubbles, nth: 0 }, 'aria-label')
    const place = (await hand.texts(places)).findIndex((text) => name.split(' ').some((word) => text.toLowerCase().includes(word.toLowerCase())))
    const from = await hand.spotOf({ ...bubbles, nth: 0 })
    const to = await hand.spotOf({ ...places, nth: place })
    if (sorted === 0) {
      await hand.drag(pointsBetween(from, to))
    } else {
      await hand.clickAt(from)
      await hand.clickAt(to)
    }
    await hand.sees(text(`Score ${sorted + 1}`))
    await hand.finds(
      'one bubble fewer, and the mark gone',
      () => hand.count(bubbles),
      (count) => count === left - sorted - 1,
    )
    await hand.seesNot(text('Right'))
  }
  await hand.sees(text('Amazing Work!'))
  await hand.sees(text('Level 2 of 4'))
}

/** Spells a word: its first letter by mouse, the others by keys. */
export async function spellWord(hand: Hand): Promise<void> {
  await hand.sees(text('Word 1 of 6'))
  const word = await hand.attribute({ css: 'section[aria-labelledby="game"] svg[role="img"]' }, 'aria-label')
  const [first = ''] = word
  await hand.click(button(first, { role: 'list', name: 'Letters' }))
  await hand.type(word.slice(1))
  await hand.sees(text('Pop!'))
  await hand.sees(text('Word 2 of 6'))
}

/** Answers a sum, until the next one is there. */
export async function addUp(hand: Hand): Promise<void> {
  const sum = await hand.text(text(like(/^What is \d+ plus \d+\?$/)))
  const numbers = sum.match(/\d+/g)?.map(Number) ?? []
  expect(numbers).toHaveLength(2)
  await hand.click(button(String((numbers[0] ?? 0) + (numbers[1] ?? 0))))
  await hand.sees(text('SPLASH!'))
  await hand.seesNot(text('SPLASH!'))
  await hand.sees(text('1 of 6 correct'))
}
