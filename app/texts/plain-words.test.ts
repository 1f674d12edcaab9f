import { expect, test } from 'vitest'
import { de } from './de.ts'
import * as en from './en.ts'
import { es } from './es.ts'

// Texts that a native speaker found odd, cold or too long, as they should be.
test.each([
  [en.landing.connectionText, "Everyone sees what's left, and who got it done."],
  [en.landing.celebrationText, 'Little jobs, big moments.'],
  [en.signup.noAdvertising, 'No ads. No tracking.'],
  [en.settings.deviceText, 'Only for this device.'],
  [en.settings.motionText, 'Turn off for a calmer screen.'],
  [en.settings.othersSignedOut, 'This signs out your other devices.'],
  [en.privacy.dataText, 'It all stays on this server.'],
  [en.profiles.whoIsHere, "Who's using this device?"],
  [`${en.kid.askedFor} ${en.kid.parentDecidesOn}`, 'Wish sent! A grown-up will answer soon.'],
  [en.kid.whatIsKnown, 'What Bubblequest knows about me'],
  [en.calendar.undoMeans('Dishes', 20), '"Dishes" goes back to To Do'],
  [en.learning.beginAnew, 'Start over'],
  [en.learning.known(0, 52), '0 of 52 mastered'],
  [en.rewards.redeemedLately, 'Recently redeemed'],
  [en.rewards.since.today('6:26 am'), 'asked at 6:26 am'],
  [en.pictures.webcam.allowAccessTitle, 'Allow the camera?'],
  [de.calendar.doneBy('Lily'), 'geschafft von Lily'],
  [de.questDialog.assignedTo, 'Für wen?'],
  [de.recovery.youKnow, 'Passwort wieder eingefallen?'],
  [es.privacyPage.noAdvertisingText, 'ni vendemos los datos de nadie'],
  [en.shell.notFoundText, "We can't find that page."],
  [en.calendar.undone('Mia', 'Dishes', 20, 0), '"Dishes" is open again for Mia. 20 gems went back.'],
  [en.calendar.statuses.missed, 'Not done'],
  [en.kid.hooray, 'Yay!'],
  [de.kid.setAside, 'reserviert'],
  [de.kid.putBackDone, 'Zurückgegeben'],
  [de.quests.undo, 'Rückgängig'],
  [de.landing.demoColumns.doing, 'In Arbeit'],
  [de.common.edit, 'Bearbeiten'],
  [`${de.kid.bubble('Mia')}, ${de.kid.bubble('Max')}`, 'Mias Bubble, Bubble von Max'],
  [es.kid.bubble('Mia'), 'Burbuja de Mia'],
  [es.auth.welcomeBack, 'Hola de nuevo'],
])('%s', (said, wanted) => expect(said).toContain(wanted))

test.each([
  ['en', en],
  ['de', de],
  ['es', es],
] as const)('in %s a sentence about a quest of 0 gems names no gems', (_, { common, quests, calendar }) => {
  const sentences = [
    common.doneBeforeMeans('Books', 0),
    quests.questForGems('Books', 0),
    calendar.undoMeans('Books', 0),
    calendar.reopenedGemsBack('Books', 0, 0),
  ]
  for (const sentence of sentences) expect(sentence).not.toMatch(/\b0\b|gem|edelstein/i)
})
