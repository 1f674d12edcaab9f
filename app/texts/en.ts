import { section } from './language.ts'

// Everything the app says, in English; the other languages stand beside it, held to it by their type.
// A page loads the sections it imports from '#texts/<section>', and no others.

/** What stands on many screens: buttons, waiting, failing. */
export const common = section('common', {
  cancel: 'Cancel',
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
export const kid = section('kid', {})

/** The wall screen. */
export const wall = section('wall', {})

/** The playground and its games. */
export const games = section('games', {})
