import { catalogueOf, type SkillGroup } from '../practice.ts'
import { capitalLetters, type Glyph } from './glyphs.ts'

/** By family, letters that begin alike after one another: round like a c, straight down, down and up again, slanted. */
const smallByFamily = 'coadgqesflitjurnmhbpkvwxyz'.split('') as Glyph[]

const groupOf = (name: string, glyphs: readonly Glyph[]) => ({ name, items: glyphs.map((glyph) => ({ item: glyph, name: glyph })) })

export const skills: readonly SkillGroup[] = [groupOf('Capital letters', capitalLetters), groupOf('Small letters', smallByFamily)]

export const catalogue = catalogueOf(skills)
