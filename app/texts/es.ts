import type { Translation } from './translation.ts'

export const es: Translation = {
  // What stands on many screens: buttons, waiting, failing.
  common: {
    cancel: 'Cancelar',
  },

  // What parts of `app/ui` say by themselves.
  ui: {},

  // The frame around every screen.
  shell: {},

  // The landing page.
  landing: {},

  // Signing up and in.
  auth: {
    signIn: 'Iniciar sesión',
    signingIn: 'Iniciando sesión…',
    welcomeBack: 'Te damos la bienvenida',
    continueAdventure: 'Inicia sesión para seguir con la aventura de tu familia',
    newHere: '¿Es tu primera vez en Bubblequest?',
    createAccount: 'Crea una cuenta',
    forgotPassword: '¿Has olvidado tu contraseña?',
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
