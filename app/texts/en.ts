import type { Color, Shape } from '#domain/games/bubble-sort/levels.ts'
import type { Reading } from '#domain/games/time-ticker/clock.ts'
import { section } from './language.ts'

// Everything the app says, in English; the other languages stand beside it, held to it by their type.
// A page loads the sections it imports from '#texts/<section>', and no others.

/** What stands on many screens: buttons, waiting, failing. */
export const common = section('common', {
  cancel: 'Cancel',
  error: 'Error',
  loading: 'Loading...',
})

/** What parts of `app/ui` say by themselves. */
export const ui = section('ui', {})

/** The frame around every screen. */
export const shell = section('shell', {})

/** The landing page. */
export const landing = section('landing', {})

/** Signing up and in. */
export const auth = section('auth', {
  signIn: 'Sign in',
  signingIn: 'Signing in...',
  welcomeBack: 'Welcome back',
  continueAdventure: "Sign in to continue your family's adventure",
  newHere: 'New to Bubblequest?',
  createAccount: 'Create an account',
  forgotPassword: 'Forgot your password?',
})

/** The kanban board and its columns. */
export const board = section('board', {})

/** The calendar of the parents. */
export const calendar = section('calendar', {})

/** Quests, on cards and in their dialogs. */
export const quests = section('quests', {})

/** The rewards store. */
export const rewards = section('rewards', {})

/** The ledger of gems. */
export const gems = section('gems', {})

/** The skill map. */
export const learning = section('learning', {})

/** Members, their PINs, and switching between them. */
export const family = section('family', {})

/** Choosing a picture. */
export const pictures = section('pictures', {})

/** Settings. */
export const settings = section('settings', {})

/** The admin dashboard. */
export const admin = section('admin', {})

/** The privacy pages, taking data along, deleting a family. */
export const privacy = section('privacy', {})

/** The children's side. */
export const kid = section('kid', {
  bubble: (name: string) => `${name}'s Bubble`,
  parts: 'Parts of the bubble',
  tabs: { quests: 'Quests', rewards: 'Rewards', gems: 'Gems', playground: 'Playground' },
  whatIsKnown: 'What do you know about me?',
  hereNow: (names: string) => `Here now: ${names}`,
  gems: (count: number) => `${count} gems`,

  tapQuest: 'Tap a quest to complete it!',
  views: 'How to look at my quests',
  calendar: 'Calendar',
  board: 'Board',
  loadingQuests: 'Loading your quests...',
  questsFailed: 'Your quests did not load',
  noBoard: 'No quest board available yet. Ask a parent to set one up!',
  allDone: 'All done today!',
  today: 'Today',
  yesterday: 'Yesterday',
  tomorrow: 'Tomorrow',
  doneOf: (done: number, all: number) => `${done} of ${all} done`,
  noQuestsToday: 'No quests today',
  noQuests: 'No quests',
  noQuestsHere: 'No quests here',
  done: 'Done!',
  moving: (name: string) => `${name} is moving this`,
  somebody: 'Somebody',
  readToMe: (title: string) => `Read ${title} to me`,
  readGems: (count: number) => (count === 1 ? '1 gem' : `${count} gems`),

  ready: 'Ready to complete this quest?',
  complete: 'Complete!',
  completeFor: (gems: number) => `Complete! ${gems} gems`,
  notYet: 'Not yet',
  questCompleted: 'Quest Completed!',
  earned: (gems: number) => `You earned ${gems} gems!`,
  completeFailed: 'Unable to complete quest. Please try again.',

  store: 'Reward Store',
  waiting: 'Waiting for a parent',
  parentDecides: 'A parent will say yes or no',
  loadingRewards: 'Loading the rewards...',
  rewardsFailed: 'The rewards did not load',
  noRewards: 'No rewards yet',
  noRewardsHint: 'Ask a parent to put something nice into the store.',
  more: (gems: number) => `${gems} more`,
  missing: (gems: number) => `${gems} gems are missing`,
  redeem: 'Redeem',
  needMore: 'Need More Gems',
  askedFor: 'Asked for!',
  parentDecidesOn: (title: string) => `A parent will say yes or no to ${title}.`,
  redeemed: 'Reward Redeemed! 🎉',
  youRedeemed: (title: string) => `You redeemed ${title}`,
  redeemFailed: 'Failed to redeem reward',

  myGems: 'My Gems',
  loadingGems: 'Loading your gems...',
  gemsFailed: 'Your gems did not load',
  jar: (gems: number, most: number) => `A jar with ${gems} of ${most} gems`,
  keepGoing: 'Keep completing quests to fill your jar!',

  playground: 'Playground Games',
  chooseGame: 'Choose a game to play and learn!',
  doors: {
    'alphabet-bubbls': 'Trace the letters',
    'time-ticker': 'Read the clock',
    'bubble-sort': 'Sort the bubbles',
    'word-pop': 'Spell the words',
    'math-splash': 'Add and take away',
  },
  practice: "Today's practice",
  practiceOf: (game: string) => `Today's practice: ${game}`,
})

/** The wall screen. */
export const wall = section('wall', {
  allDone: 'Everything is done today. Well done, everybody!',
  noQuests: 'No quests today',
  noQuestsHint: 'A free day for everybody! A new quest shows up here by itself.',
  leave: 'Leave the wall screen',
  loading: 'Loading today...',
  failed: 'Today did not load',
  failedHint: 'This screen tries again by itself, every few seconds.',
  doneOf: (done: number, all: number) => `${done} of ${all} done`,
  unknown: 'Who did what is not known yet',
  questsOf: (name: string) => `Quests of ${name}`,
  gems: 'gems',
  doneQuest: 'Done!',

  whoDidIt: 'Who did it?',
  somebodyElse: 'Somebody else',
  doneMember: 'Done',
  doneAlready: 'is done already',
  questCompleted: 'Quest Completed!',
  earned: (name: string, gems: number) => `${name} earned ${gems} gems!`,
  completeFailed: 'Unable to complete quest. Please try again.',
})

/** What the games of the playground have in common. */
export const games = section('games', {
  exit: 'Exit',
  mute: 'Mute',
  soundOn: 'Sound on',
  sayAgain: 'Say it again',
  showMe: 'Show Me',
  right: 'Right',
  notThisOne: 'Not this one',
  tryAgain: 'Not yet. Try again!',
  correctOf: (correct: number, all: number) => `${correct} of ${all} correct`,
  answeredOf: (answered: number, all: number) => `${answered} of ${all} answered`,
  wellDone: 'Well done!',
  done: 'Done',
})

/** Alphabet Bubbls, and its part of the skill map. */
export const alphabetBubbls = section('alphabetBubbls', {
  letterOf: (number: number, all: number) => `Letter ${number} of ${all}`,
  strokeOf: (number: number, all: number) => `Stroke ${number} of ${all}`,
  hint: '. Begin at the green dot.',
  again: 'Hear and see the letter again',
  resetStroke: 'Reset Stroke',
  skip: 'Skip',
  amazing: 'Amazing!',
  congratulations: 'Congratulations!',
  drawCapital: (letter: string) => `Capital ${letter}: draw the next dot`,
  drawSmall: (letter: string) => `Small ${letter}: draw the next dot`,
  skills: { capital: 'Capital letters', small: 'Small letters' },
})

/** Time Ticker, and its part of the skill map. */
export const timeTicker = section('timeTicker', {
  levels: { oclock: "O'Clock Fun", halfhour: 'Half-Past', quarter: 'Quarter Hours', fiveminute: 'Skip Count', tominute: 'Time Master' },
  levelOf: (level: number, all: number) => `Level ${level} of ${all}:`,
  nextLevel: (name: string) => `Next level: ${name}.`,
  points: 'points',
  inARow: 'in a row',
  correct: (points: number) => `Correct! ${points} points.`,
  check: 'Check Answer',
  hereIsHow: (hands: string) => `Here is how: ${hands}.`,
  clock: (hands: string) => `A clock: ${hands}`,
  clockNumber: (number: number, hands: string) => `Clock ${number}: ${hands}`,
  hourHand: 'Hour hand',
  minuteHand: 'Minute hand',
  prompts: { setclock: 'Set the clock to {time}!', readclock: 'What time does the clock show?', matchtime: 'Which clock shows {time}?' },
  written: (time: string) => time,
  spoken: ({ hours, minutes, next }: Reading) => {
    if (minutes === 0) return `${hours} o'clock`
    if (minutes === 15) return `quarter past ${hours}`
    if (minutes === 30) return `half past ${hours}`
    if (minutes === 45) return `quarter to ${next}`
    return minutes < 10 ? `${hours} oh ${minutes}` : `${hours} ${minutes}`
  },
  hands: ({ hours, minutes, next, number, past }: Reading) => {
    const short = minutes === 0 ? `at the ${hours}` : `between the ${hours} and the ${next}`
    const long = past === 0 ? 'at' : past === 1 ? '1 minute past' : `${past} minutes past`
    return `short hand ${short}, long hand ${long} the ${number}`
  },
  items: {
    ':00': 'On the hour',
    ':30': 'Half past',
    ':15': 'Quarter past',
    ':45': 'Quarter to',
    ':05': 'Five past',
    ':10': 'Ten past',
    ':20': 'Twenty past',
    ':25': 'Twenty-five past',
    ':35': 'Twenty-five to',
    ':40': 'Twenty to',
    ':50': 'Ten to',
    ':55': 'Five to',
    'to the minute': 'To the minute',
  },
})

/** Bubble Sort, and its part of the skill map. */
export const bubbleSort = section('bubbleSort', {
  prompts: { color: 'Sort by color!', shape: 'Sort by shape!', twoattribute: 'Sort by color and shape!', conceptual: 'What belongs together?' },
  hearPrompt: 'Hear what to do',
  score: (points: number) => `Score ${points}`,
  levelOf: (level: number, all: number) => `Level ${level} of ${all}`,
  bubbles: 'Bubbles',
  targets: 'Places',
  yes: (place: string) => `Yes! ${place}`,
  notThere: 'Not there. Try again!',
  whereDoesItGo: (thing: string) => `Where does it go: ${thing}?`,
  amazingWork: 'Amazing Work!',
  skills: { color: 'Colors', shape: 'Shapes', twoattribute: 'Colors and shapes together', conceptual: 'What belongs together' },
  places: {
    blue: 'Blue',
    yellow: 'Yellow',
    green: 'Green',
    orange: 'Orange',
    pink: 'Pink',
    circle: 'Circle',
    square: 'Square',
    triangle: 'Triangle',
    star: 'Star',
    heart: 'Heart',
    'blue-circle': 'Blue circle',
    'blue-square': 'Blue square',
    'blue-triangle': 'Blue triangle',
    'blue-star': 'Blue star',
    'yellow-circle': 'Yellow circle',
    'yellow-square': 'Yellow square',
    'yellow-triangle': 'Yellow triangle',
    'yellow-star': 'Yellow star',
    'green-circle': 'Green circle',
    'green-square': 'Green square',
    'green-triangle': 'Green triangle',
    'green-star': 'Green star',
    'orange-circle': 'Orange circle',
    'orange-square': 'Orange square',
    'orange-triangle': 'Orange triangle',
    'orange-star': 'Orange star',
    animals: 'Animals',
    fruit: 'Fruit',
    clothes: 'Things to wear',
    vehicles: 'Things that drive',
    sky: 'Up in the sky',
  },
  things: {
    cat: 'cat',
    dog: 'dog',
    pig: 'pig',
    fish: 'fish',
    frog: 'frog',
    fox: 'fox',
    rabbit: 'rabbit',
    snail: 'snail',
    apple: 'apple',
    banana: 'banana',
    pear: 'pear',
    cherry: 'cherry',
    grapes: 'grapes',
    hat: 'hat',
    shoe: 'shoe',
    sock: 'sock',
    shirt: 'shirt',
    mitten: 'mitten',
    car: 'car',
    bus: 'bus',
    train: 'train',
    truck: 'truck',
    tractor: 'tractor',
    sun: 'sun',
    moon: 'moon',
    star: 'star',
    cloud: 'cloud',
  },
  shapeIn: (color: Color, shape: Shape) => `${color} ${shape}`,
})

/** Word Pop, and its part of the skill map. What is spelled is English in every language. */
export const wordPop = section('wordPop', {
  levels: { match: 'Letter Match', scramble: 'Word Scramble', bee: 'Spelling Bee' },
  wordOf: (number: number, all: number) => `Word ${number} of ${all}`,
  hearWord: 'Hear the word',
  yourWord: 'Your word',
  letters: 'Letters',
  giveBack: (letter: string) => `${letter}, give back`,
  hereGoes: (letter: string) => `Here goes ${letter}`,
  empty: 'Empty',
  pop: 'Pop!',
  skills: { short: 'Short words', middle: 'Words of four letters', long: 'Long words' },
})

/** Math Splash!, and its part of the skill map. */
export const mathSplash = section('mathSplash', {
  level: (level: number) => `Level ${level}`,
  levelOf: (level: number, all: number) => `Level ${level} of ${all}`,
  hideHelp: 'Hide Help',
  splash: 'SPLASH!',
  greatJob: 'Great job!',
  splashSpoken: 'Splash! Great job!',
  add: (first: number, second: number) => `What is ${first} plus ${second}?`,
  takeAway: (first: number, second: number) => `What is ${first} take away ${second}?`,
  missing: (first: number, result: number) => `${first} plus what makes ${result}?`,
  frogs: (first: number, second: number) => `${first} ${first === 1 ? 'frog' : 'frogs'} and ${second} more`,
  fish: (first: number, second: number) => `${first} fish, ${second} ${second === 1 ? 'swims' : 'swim'} away`,
  skills: {
    frogs: 'Adding with frogs, to 8',
    moreAdding: 'More adding, to 12',
    fish: 'Taking away fish, from 4 to 8',
    moreTakingAway: 'More taking away, to 10',
    bigNumbers: 'Big numbers',
  },
  bigSums: { 'add to 20': 'Adding up to 20', 'take away from 10 to 19': 'Taking away from 10 to 19', 'missing number': 'Finding the missing number' },
})
