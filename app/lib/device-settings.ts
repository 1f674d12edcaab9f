import { stored } from './stored.ts'

/** Whether this device makes sounds. */
export const sound = stored('sound', (text) => text !== 'false')

/** Whether things move; off, they are simply there. The system's own wish for stillness counts besides. */
export const motion = stored('motion', (text) => text !== 'false')
