import { describe, expect, test } from 'vitest'
import { Day } from '#domain/contract/days.ts'
import { MemberId } from '#domain/contract/ids.ts'
import type { Language } from '#domain/contract/language.ts'
import { words as german } from '#app/texts/line-words/line-words-de.ts'
import { words as english } from '#app/texts/line-words/line-words-en.ts'
import { words as spanish } from '#app/texts/line-words/line-words-es.ts'
import { readLine, type LineContext } from './quest-line.ts'

const names = [
  ['Mia', 'kid'],
  ['Theo', 'kid'],
  ['Zoë Marie', 'kid'],
  ['Anna', 'parent'],
  ['Papa', 'parent'],
  ['Max', 'kid'],
  ['Max', 'kid'],
] as const
const members = names.map(([displayName, role], index) => ({
  id: MemberId.parse(`00000000-0000-4000-8000-00000000000${index}`),
  displayName,
  role,
}))
// A Monday.
const today = Day.parse('2026-11-30')
const contexts: Record<Language, LineContext> = {
  en: { words: english, members, today },
  de: { words: german, members, today },
  es: { words: spanish, members, today },
}

/** What was understood, as chips would say it: who, how often and when, the time, the gems. */
function read(language: Language, line: string): string {
  const { title, assigneeIds, recurring, weekdays, timesPerWeek, dueOn, startsOn, targetTime, gemValue } = readLine(
    line,
    contexts[language],
  )
  const who = assigneeIds?.map((id) => members.find((member) => member.id === id)?.displayName).join('+')
  const days = weekdays?.join('')
  const times = timesPerWeek != null && `${timesPerWeek}x`
  return [title, who, recurring, days, times, dueOn, startsOn && `from ${startsOn}`, targetTime, gemValue]
    .filter((part) => part != null && part !== false)
    .join(' | ')
}

const lines: Record<Language, Record<string, string>> = {
  en: {
    'Mia feed the dog daily 5pm 20': 'feed the dog | Mia | daily | 17:00 | 20',
    'Take out the trash every Monday and Thursday': 'Take out the trash | weekly | 14',
    'Theo: homework weekdays half past 4': 'homework | Theo | weekly | 12345 | 16:30',
    'Tidy the room Saturday 30 gems': 'Tidy the room | 2026-12-05 | 30',
    'Mia and Theo wash the car tomorrow': 'wash the car | Mia+Theo | 2026-12-01',
    'All kids: clean up the garden on Sunday, 50': 'clean up the garden | Mia+Theo+Zoë Marie+Max+Max | 2026-12-06 | 50',
    'Practise piano 3 times a week 15': 'Practise piano | weekly | 3x | 15',
    'zoe water the plants twice a week': 'water the plants | Zoë Marie | weekly | 2x',
    'Every day brush teeth at 7pm': 'brush teeth | daily | 19:00',
    'Mondays swimming bag Theo': 'swimming bag | Theo | weekly | 1',
    'Set the table at 6': 'Set the table | 18:00',
    'Bring the bins in Dec 5 8am Anna': 'Bring the bins in | Anna | 2026-12-05 | 08:00',
    'Make the bed every morning 5': 'Make the bed | daily | 08:00 | 5',
    'Read to Grandma weekly Friday': 'Read to Grandma | weekly | 5',
    'Empty the dishwasher Mon, Wed, Fri 10': 'Empty the dishwasher | weekly | 135 | 10',
    'Pack the school bag Mon-Fri 17:30': 'Pack the school bag | weekly | 12345 | 17:30',
    'For Mia: library books next Wednesday': 'library books | Mia | 2026-12-02',
    'Papa fix the bike this Saturday at 10:00': 'fix the bike | Papa | 2026-12-05 | 10:00',
    'Vacuum the stairs weekends worth 25 gems': 'Vacuum the stairs | weekly | 67 | 25',
    'Take the rubbish out tonight': 'Take the rubbish out | 2026-11-30 | 18:00',
  },
  de: {
    'Müll Samstag 18 Uhr Theo 15': 'Müll | Theo | 2026-12-05 | 18:00 | 15',
    'Mia Hund füttern täglich 17 Uhr 20': 'Hund füttern | Mia | daily | 17:00 | 20',
    'Montags und donnerstags Müll rausbringen': 'Müll rausbringen | weekly | 14',
    'Theo: Hausaufgaben werktags um halb 5': 'Hausaufgaben | Theo | weekly | 12345 | 16:30',
    'Zimmer aufräumen am Samstag 30 Edelsteine': 'Zimmer aufräumen | 2026-12-05 | 30',
    'Mia und Theo morgen Auto waschen': 'Auto waschen | Mia+Theo | 2026-12-01',
    'Alle Kinder: Garten harken am Sonntag, 50': 'Garten harken | Mia+Theo+Zoë Marie+Max+Max | 2026-12-06 | 50',
    'Klavier üben 3 mal pro Woche 15': 'Klavier üben | weekly | 3x | 15',
    'zoe Blumen gießen zweimal die Woche': 'Blumen gießen | Zoë Marie | weekly | 2x',
    'Jeden Tag Zähne putzen um 19 Uhr': 'Zähne putzen | daily | 19:00',
    'Jeden Montag Turnbeutel Theo': 'Turnbeutel | Theo | weekly | 1',
    'Tisch decken um 6': 'Tisch decken | 18:00',
    'Papier wegbringen am 5. Dezember 8 Uhr Anna': 'Papier wegbringen | Anna | 2026-12-05 | 08:00',
    'Bett machen jeden Morgen 5': 'Bett machen | daily | 08:00 | 5',
    'Oma vorlesen wöchentlich Freitag': 'Oma vorlesen | weekly | 5',
    'Spülmaschine ausräumen Mo, Mi, Fr 10': 'Spülmaschine ausräumen | weekly | 135 | 10',
    'Ranzen packen Mo-Fr 17:30': 'Ranzen packen | weekly | 12345 | 17:30',
    'Für Mia: Bücher zurückgeben nächsten Mittwoch': 'Bücher zurückgeben | Mia | 2026-12-02',
    'Papa Fahrrad reparieren diesen Samstag um 10:00': 'Fahrrad reparieren | Papa | 2026-12-05 | 10:00',
    'Treppe saugen am Wochenende für 25 Edelsteine': 'Treppe saugen | weekly | 67 | 25',
  },
  es: {
    'Lunes y jueves sacar la basura': 'sacar la basura | weekly | 14',
    'Mia dar de comer al perro cada día 17:00 20': 'dar de comer al perro | Mia | daily | 17:00 | 20',
    'Sacar la basura el sábado a las 18:00 Theo 15': 'Sacar la basura | Theo | 2026-12-05 | 18:00 | 15',
    'Theo: deberes entre semana a las 4 y media': 'deberes | Theo | weekly | 12345 | 16:30',
    'Ordenar el cuarto el sábado 30 gemas': 'Ordenar el cuarto | 2026-12-05 | 30',
    'Mia y Theo lavar el coche mañana': 'lavar el coche | Mia+Theo | 2026-12-01',
    'Todos los niños: limpiar el jardín el domingo, 50':
      'limpiar el jardín | Mia+Theo+Zoë Marie+Max+Max | 2026-12-06 | 50',
    'Practicar piano 3 veces por semana 15': 'Practicar piano | weekly | 3x | 15',
    'zoe regar las plantas dos veces a la semana': 'regar las plantas | Zoë Marie | weekly | 2x',
    'Todos los días lavarse los dientes a las 19:00': 'lavarse los dientes | daily | 19:00',
    'Los lunes bolsa de natación Theo': 'bolsa de natación | Theo | weekly | 1',
    'Poner la mesa a las 6': 'Poner la mesa | 18:00',
    'Llevar el papel el 5 de diciembre Anna': 'Llevar el papel | Anna | 2026-12-05',
    'Hacer la cama cada mañana 5': 'Hacer la cama | daily | 08:00 | 5',
    'Leer con la abuela cada semana viernes': 'Leer con la abuela | weekly | 5',
    'Vaciar el lavavajillas lun, mié, vie 10': 'Vaciar el lavavajillas | weekly | 135 | 10',
    'Preparar la mochila lunes a viernes 17:30': 'Preparar la mochila | weekly | 12345 | 17:30',
    'Para Mia: libros de la biblioteca el miércoles': 'libros de la biblioteca | Mia | 2026-12-02',
    'Papa arreglar la bici este sábado a las 10:00': 'arreglar la bici | Papa | 2026-12-05 | 10:00',
    'Aspirar la escalera los fines de semana por 25 gemas': 'Aspirar la escalera | weekly | 67 | 25',
  },
}

const plainTitles: Record<Language, readonly string[]> = {
  en: [
    "Read 20 pages of Monday's book",
    "Clean Mia's room",
    'Buy a present for Theo',
    'Read chapter 5',
    'Play with Mia',
    'Help Papa',
    'Count to 20',
    'Max dishes:',
    'Learn the daily routine of bees',
    'Mia',
    'Pick up Theo',
  ],
  de: [
    '20 Seiten im Montagsbuch lesen',
    'Mias Zimmer aufräumen',
    'Geschenk für Theo',
    'Kapitel 5 lesen',
    'Lies Seite 20',
    'Mama helfen',
    'Papa helfen',
    'Bis 20 zählen',
    'Sonntagskleider bügeln',
    'Referat bis Freitag',
  ],
  es: [
    'Leer 20 páginas del libro del lunes',
    'Ordenar el cuarto de Mia',
    'Un regalo para Theo',
    'Leer el capítulo 5',
    'Jugar con Mia',
    'Ayudar a Papa',
    'Contar hasta 20',
    'Aprender la rutina diaria de las abejas',
    'Mia',
    'Pintar el mar',
  ],
}

describe.each(Object.keys(lines) as Language[])('a line in %s', (language) => {
  test.each(Object.entries(lines[language]))('%s', (line, understood) => {
    expect(read(language, line)).toBe(understood)
  })

  test.each(plainTitles[language])('%s is a title', (title) => {
    expect(read(language, title)).toBe(title)
  })
})
