import { catalogueOf, type SkillGroup } from '../practice.ts'
import { capitalLetters, type Glyph } from './glyphs.ts'

/** By family, letters that begin alike after one another: round like a c, straight down, down and up again, slanted. */
const smallByFamily = 'coadgqesflitjurnmhbpkvwxyz'.split('') as Glyph[]

export const skills: readonly SkillGroup<'capital' | 'small', Glyph>[] = [
  { id: 'capital', items: capitalLetters },
  { id: 'small', items: smallByFamily },
]

export const catalogue = catalogueOf(skills)
