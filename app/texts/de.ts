import type { Translation } from './translation.ts'

export const de: Translation = {
  // What stands on many screens: buttons, waiting, failing.
  common: {
    cancel: 'Abbrechen',
  },

  // What parts of `app/ui` say by themselves.
  ui: {},

  // The frame around every screen.
  shell: {},

  // The landing page.
  landing: {},

  // Signing up and in.
  auth: {
    signIn: 'Anmelden',
    signingIn: 'Wird angemeldet …',
    welcomeBack: 'Willkommen zurück',
    continueAdventure: 'Melde dich an, und das Abenteuer deiner Familie geht weiter',
    newHere: 'Neu bei Bubblequest?',
    createAccount: 'Konto anlegen',
    forgotPassword: 'Passwort vergessen?',
  },

  // The kanban board and its columns.
  board: {},

  // The calendar of the parents.
  calendar: {},

  // Quests, on cards and in their dialogs.
  quests: {},

  // The rewards store.
  rewards: {},

  // The ledger of gems.
  gems: {},

  // The skill map.
  learning: {},

  // Members, their PINs, and switching between them.
  family: {},

  // Choosing a picture.
  pictures: {},

  // Settings.
  settings: {},

  // The admin dashboard.
  admin: {},

  // The privacy pages, taking data along, deleting a family.
  privacy: {},

  // The children's side.
  kid: {},

  // The wall screen.
  wall: {},

  // The playground and its games.
  games: {},
}
