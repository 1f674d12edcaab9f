import type { LineWords } from './line-words.ts'

export const words: LineWords = {
  and: 'und|u\\.',
  to: 'bis',
  weekdays:
    'mo(?:ntag)? di(?:enstag)? mi(?:ttwoch)? do(?:nnerstag)? fr(?:eitag)? (?:sa(?:mstag)?|sonnabend) so(?:nntag)?',
  notAlone: 'so',
  months:
    'jan(?:uar|ner)? feb(?:ruar)? marz apr(?:il)? mai juni? juli? aug(?:ust)? sept?(?:ember)? okt(?:ober)? nov(?:ember)? dez(?:ember)?',
  of: '\\.?',
  days: { ubermorgen: 2, heute: 0, morgen: 1 },
  inDays: 'in # tag(?:en)?',
  inThe: 'am|zu(?:m)?',
  this: 'diesen',
  at: 'um|gegen',
  by: 'bis|vor|ab',
  oClock: 'uhr|h',
  half: ['halb #', -30],
  every: '(?:an )?jede[nmrs]?|immer',
  on: 'am|an|diesen|nachsten|kommenden',
  daily: 'taglich|jeden tag|alltaglich',
  weekly: 'wochentlich|jede woche|einmal wochentlich',
  workdays: '(?:an )?(?:werktags|wochentags|werktagen|wochentagen|schultags|schultagen)|unter der woche',
  weekends: '(?:jedes |am )?wochenende|wochenends|an wochenenden',
  timesAWeek: ' ?(?:x|mal)? ?(?:pro|in der|die|je|/|wochentlich) ?(?:woche)?',
  numbers: { einmal: 1, zweimal: 2, dreimal: 3, viermal: 4, funfmal: 5, sechsmal: 6 },
  partsOfDay: {
    fruh: '08:00',
    'morgens?': '08:00',
    'vormittags?': '10:00',
    'nachmittags?': '15:00',
    'mittags?': '12:00',
    'abends?': '18:00',
  },
  gems: 'edelsteine?n?|juwelen?|gems?|steine',
  for: 'fur',
  allKids: '(?:alle )?(?:die )?kinder',
  particles: 'aus|in|an|auf|ab|vor|zu',
  binding:
    'der|die|das|den|dem|des|ein|eine|einen|einem|einer|mein|meine|dein|deine|von|vom|fur|mit|zum|zur|im|ins|am|ans|bei|beim|uber|und|oder|nach|als|wie|gegen|um|bis',
  numbered:
    'kapitel|seiten?|s|teil|level|lektion|aufgaben?|ubung|einheit|nummer|nr|zimmer|raum|klasse|schritt|buch|band|folge|staffel|bus|linie|lied|grosse|erste|letzte|bis|unter|uber|runde|gruppe|spiel|platz|gleis|hausnummer|apollo|formel',
}
