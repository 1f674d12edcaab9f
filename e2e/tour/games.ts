import { canvasSize, letterOf } from '#domain/games/alphabet-bubbls/letters.ts'
import { digital } from '#domain/games/time-ticker/clock.ts'
import { handsInWords, spokenTime } from '#app/playground/time-ticker/clock-words.ts'
import { placesOf, timeNamed } from '../playground.ts'
import { button, pointsBetween, text, type TourDevice } from './device.ts'

/** Draws a capital and its small letter, until the next letter is there. */
export async function drawLetter(device: TourDevice): Promise<void> {
  for (const glyph of ['A', 'a'] as const) {
    await device.expectVisible(button(new RegExp(`^${glyph === 'A' ? 'Capital' : 'Small'} A`)))
    for (const [index, stroke] of letterOf(glyph).strokes.entries()) {
      await device.expectVisible(text(new RegExp(`^Stroke ${index + 1} `)))
      const { box: paper } = await device.get(button(/: draw the next dot$/))
      await device.drag(
        placesOf(stroke).map(([x, y]) => ({
          x: paper.x + (x / canvasSize) * paper.width,
          y: paper.y + (y / canvasSize) * paper.height,
        })),
      )
    }
  }
  await device.expectVisible(text('Letter 2 of 26'))
}

/** Answers the clock's question: by keys where the hands are to be set, else by a click. */
export async function tellTime(device: TourDevice): Promise<void> {
  const { text: question } = await device.get(
    text(/^(Set the clock to|What time does the clock show|Which clock shows)/),
  )
  const [digits] = /\d+:\d\d/.exec(question) ?? []
  if (question.startsWith('Set')) {
    const slider = { role: 'slider', name: 'Hour hand' }
    const wanted = spokenTime(timeNamed(digits ?? '', digital))
    await device.tabTo(slider)
    const turn = async () => {
      const { valueText } = await device.get(slider)
      if (valueText !== wanted) await device.key('ArrowUp')
      return valueText
    }
    await device.expectValue('the hour hand', turn, wanted)
    await device.click(button('Check Answer'))
  } else if (digits === undefined) {
    const { label } = await device.get({ role: 'img', name: /^A clock: / })
    await device.click(button(new RegExp(`^${spokenTime(timeNamed(label.slice('A clock: '.length), handsInWords))}`)))
  } else {
    await device.click(button(new RegExp(`^Clock \\d: ${handsInWords(timeNamed(digits, digital))}`)))
  }
  await device.expectVisible(text('10 points'))
  await device.expectVisible(text('Right'))
  await device.expectHidden(text('Right'))
}

/**
 * Sorts the first level's bubbles by colour, the first by dragging it to its place, until the second level is there.
 */
export async function sortBubbles(device: TourDevice): Promise<void> {
  const bubbles = { role: 'button', within: { role: 'list', name: 'Bubbles' } }
  const places = { role: 'button', within: { role: 'list', name: 'Places' } }
  await device.expectVisible(text('Level 1 of 4'))
  await device.expectVisible(bubbles)
  const count = (await device.find(bubbles)).length
  for (let sorted = 1; sorted <= count; sorted++) {
    const { label } = await device.get(bubbles)
    const place = (await device.find(places)).findIndex(({ text }) =>
      label.split(' ').some((word) => text.toLowerCase().includes(word.toLowerCase())),
    )
    const from = await device.clickablePoint(bubbles)
    const to = await device.clickablePoint({ ...places, nth: place })
    if (sorted === 1) {
      await device.drag(pointsBetween(from, to))
    } else {
      await device.drag([from])
      await device.drag([to])
    }
    await device.expectVisible(text(`Score ${sorted}`))
    await device.expectValue(
      'the bubbles that are left',
      async () => (await device.find(bubbles)).length,
      count - sorted,
    )
    await device.expectHidden(text('Right'))
  }
  await device.expectVisible(text('Amazing Work!'))
  await device.expectVisible(text('Level 2 of 4'))
}

/** Spells a word: its first letter by mouse, the others by keys. */
export async function spellWord(device: TourDevice): Promise<void> {
  await device.expectVisible(text('Word 1 of 6'))
  const { label: word } = await device.get({ css: 'section[aria-labelledby="game"] svg[role="img"]' })
  const [first = ''] = word
  await device.click(button(first, { role: 'list', name: 'Letters' }))
  await device.driver.type(word.slice(1))
  await device.expectVisible(text('Pop!'))
  await device.expectVisible(text('Word 2 of 6'))
}

/** Answers a sum, until the next one is there. */
export async function addUp(device: TourDevice): Promise<void> {
  const { text: sum } = await device.get(text(/^What is \d+ plus \d+\?$/))
  const [first = 0, second = 0] = sum.match(/\d+/g)?.map(Number) ?? []
  await device.click(button(String(first + second)))
  await device.expectVisible(text('SPLASH!'))
  await device.expectHidden(text('SPLASH!'))
  await device.expectVisible(text('1 of 6 correct'))
}
