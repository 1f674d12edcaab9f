import type { LineWords } from './line-words.ts'

export const words: LineWords = {
  and: 'and',
  to: 'to|through|until|till',
  weekdays:
    'mon(?:day)? tue(?:s(?:day)?)? wed(?:nesday)? thu(?:r(?:s(?:day)?)?)? fri(?:day)? sat(?:urday)? sun(?:day)?',
  months:
    'jan(?:uary)? feb(?:ruary)? mar(?:ch)? apr(?:il)? may june? july? aug(?:ust)? sept?(?:ember)? oct(?:ober)? nov(?:ember)? dec(?:ember)?',
  of: '(?:st|nd|rd|th)?(?: of)?',
  days: { '(?:the )?day after tomorrow': 2, today: 0, tomorrow: 1 },
  inDays: 'in # days?',
  inThe: 'in the|at',
  this: 'this',
  tonight: ['tonight', '18:00'],
  at: 'at|around',
  by: 'by|before|until|till',
  oClock: "o'?clock",
  half: ['half past #', 30],
  every: '(?:on )?(?:every|each)',
  on: '(?:due )?(?:on|this|next)|due',
  daily: 'daily|every ?day|each day|every single day',
  weekly: 'weekly|every week|each week',
  workdays: '(?:on |every )?(?:weekdays?|school ?days?|work(?:ing )?days?)',
  weekends: '(?:on |at |every )?(?:the )?weekends?',
  timesAWeek: '(?:(?: ?x| times) ?)?(?:a|per|each|every|/) ?week',
  numbers: { once: 1, twice: 2, 'two times': 2, 'three times': 3, 'four times': 4, 'five times': 5 },
  partsOfDay: { morning: '08:00', noon: '12:00', afternoon: '15:00', evening: '18:00', night: '20:00' },
  gems: 'gems?',
  for: 'for|worth',
  allKids: '(?:all )?(?:the )?kids|all (?:the )?children',
  particles: 'in|on|up|off|out',
  binding: 'a|an|the|my|your|his|her|our|their|of|for|with|to|from|into|at|by|and|or|about|than|like|is|vs',
  numbered:
    'chapters?|pages?|p|parts?|level|lessons?|exercises?|task|unit|number|no|nr|room|grade|class|step|book|volume|episode|season|bus|line|song|size|top|first|last|next|until|till|under|over|round|team|group|game|apollo|formula',
}
