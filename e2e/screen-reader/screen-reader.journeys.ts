import { addReward, complete, doQuest, requestRedemption, setMode, setPin } from '../actions.ts'
import { addQuest, newCredentials, type Kid, type SignedUp } from '../family.ts'
import { expect, test } from './fixtures.ts'
import type { Reader } from './reader.ts'

const landmarks = [/\bbanner\b/, /content information/]

const addMias = async (family: SignedUp, mia: Kid, ...titles: string[]) =>
  Promise.all(titles.map((title) => addQuest(family, title, 'To Do', { assigneeIds: [mia.id], gemValue: 15 })))

async function openAsParent(reader: Reader, family: SignedUp): Promise<void> {
  await reader.open('/parent', 'Mission Control', await family.context.cookies())
  await reader.expectShown('Live')
}

test('a parent signs up, hears each mistake at its field, and the next page', async ({ reader }) => {
  const anna = newCredentials()
  await reader.open('/signup', 'Create your account')
  await reader.expectHeard(/^First name entry.*required/)
  await reader.goTo('Create account', { press: 'Return' })
  await reader.expectHeard(/^First name.*entry/, 'First name is required')
  await reader.type(anna.firstName)
  await reader.goTo('Last name')
  await reader.type(anna.lastName)
  await reader.goTo('Email')
  await reader.type('anna')
  await reader.press('Return')
  await reader.expectHeard('Please enter an email address')
  await reader.goTo('Email', { by: 'shift+Tab' })
  await reader.expectHeard('invalid entry')
  await reader.type(anna.email)
  await reader.goTo(/^Password/)
  await reader.type(anna.password)
  await reader.press('Return')
  await reader.expectHeard('Account created!')
})

test('a parent edits a quest, moves it by its menu and deletes it', async ({ family, reader }) => {
  for (const title of ['Feed the cat', 'Sweep the yard']) await addQuest(family, title)
  await openAsParent(reader, family)
  await reader.goTo('Quest Board', { press: 'Return' })
  await reader.expectHeard(/^(Quest Board|Mission Control) heading/)
  await reader.goTo(/^Feed the cat/, { press: 'Return' })
  await reader.expectHeard('Edit Quest')
  reader.expectNotHeard(...landmarks)
  await reader.goTo('Title')
  await reader.type('Feed both cats')
  await reader.press('Return')
  await reader.expectHeard('Quest updated successfully')
  await reader.goTo('More for Feed both cats', { press: 'Return' })
  await reader.expectHeard(/^menu/)
  await reader.goTo('Move to In Progress', { by: 'Down', press: 'Return' })
  await reader.expectHeard('Put Feed both cats into In Progress.')
  await reader.goTo('More for Feed both cats', { press: 'Return' })
  await reader.expectHeard(/^menu/)
  await reader.goTo('Delete Quest', { by: 'End', press: 'Return' })
  await reader.expectHeard(/^Delete Quest.*Are you sure you want to delete "Feed both cats"\?/)
  reader.expectNotHeard(...landmarks)
  await reader.goTo(/^Delete/, { press: 'Return' })
  await reader.expectHeard('Quest deleted successfully', /In Progress/)
})

test('a parent answers a wish', async ({ family, mia, reader }) => {
  await doQuest(family, mia.id, 'Rake the leaves', 100)
  await setMode(family, 'ask')
  const reward = await addReward(family, 'Ice cream', { gemCost: 40 })
  await openAsParent(reader, family)
  reader.listen()
  await requestRedemption(family, reward.id, mia.id)
  await reader.expectHeard(/Mia (has a wish|would like).*Ice cream/)
  await reader.goTo(/^Yes, Mia gets Ice cream/, { press: 'Return' })
  await reader.expectHeard(/Mia gets .*Ice cream/)
})

test('what Mia does on her tablet is said once, unless it is switched off', async ({ family, mia, reader }) => {
  const [first, second] = await addMias(family, mia, 'Feed the cat', 'Make the bed')
  await openAsParent(reader, family)
  reader.listen()
  await complete(family, first!.id, mia.id)
  await reader.expectHeard('Mia finished Feed the cat. 1 of 2 done today.')
  expect(reader.heard().filter((sentence) => sentence.includes('Feed the cat'))).toHaveLength(1)
  await reader.goTo('Settings', { press: 'Return' })
  await reader.expectHeard(/ Family heading level 1/)
  await reader.goTo('What others do', { press: 'space' })
  await reader.goTo('Dashboard', { by: 'shift+Tab', press: 'Return' })
  await reader.expectHeard(/^Mission Control heading level 1/)
  await complete(family, second!.id, mia.id)
  await reader.expectShown('2 of 2 done')
  reader.expectNotHeard(/Mia finished/)
})

test('Mia enters her PIN and completes her quests', async ({ family, mia, reader }) => {
  await addMias(family, mia, 'Feed the cat', 'Make the bed')
  await setPin(family, mia.id, '1234')
  await setPin(family, family.memberId, '7391')
  await openAsParent(reader, family)
  await reader.goTo(/switch profile/, { press: 'Return' })
  await reader.goTo(/^Mia/, { by: 'Down', press: 'Return' })
  await reader.expectHeard('Enter PIN for Mia', 'PIN entry', '4 digits')
  await reader.type('1')
  await reader.expectHeard('1 of 4')
  await reader.type('234')
  await reader.expectHeard(/Mia's Bubble/)
  for (const [title, day] of [
    ['Feed the cat', '1 of 2'],
    ['Make the bed', 'All done today!'],
  ] as const) {
    await reader.goTo(new RegExp(`^${title}.*15 gems`), { press: 'Return' })
    await reader.expectHeard(/^Ready to complete this quest\?/, title)
    reader.expectNotHeard(...landmarks)
    await reader.goTo(/^Complete!.*15 gems/, { press: 'Return' })
    await reader.expectHeard('Quest Completed!', 'You earned 15 gems!', day)
    await reader.press('Escape')
  }
})

test('Mia plays a round of Math Splash! to its end', async ({ mia, reader }) => {
  await reader.open(`/kid/${mia.id}#playground`, 'Playground Games', await mia.tablet.cookies())
  await reader.goTo(/^Today's practice: Math Splash!/, { press: 'Return' })
  for (let question = 0; question < 20; question++) {
    await reader.expectHeard(/\d+ (plus|take away) (\d+|what makes \d+)\?|Well done!/)
    const said = reader.heard().join(' ')
    if (said.includes('Well done!')) break
    const [, first = '', sign, second = ''] = /(\d+) (plus|take away|plus what makes) (\d+)\?/.exec(said) ?? []
    const right = sign === 'plus' ? +first + +second : Math.abs(+first - +second)
    // The answer that was pressed keeps the focus: the others are before it or after it.
    await reader.press('shift+Tab', 'shift+Tab', 'shift+Tab')
    await reader.goTo(new RegExp(`^${right}\\b`), { press: 'Return' })
    await reader.expectHeard('Splash! Great job!')
  }
  await reader.expectHeard('Well done!', 'Done push button')
})
