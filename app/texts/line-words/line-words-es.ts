import type { LineWords } from './line-words.ts'

export const words: LineWords = {
  and: 'y|e',
  to: 'a|al|hasta',
  weekdays: 'lun(?:es)? martes mie(?:rcoles)? jue(?:ves)? vie(?:rnes)? sab(?:ado)? dom(?:ingo)?',
  months:
    'ene(?:ro)? feb(?:rero)? marzo abr(?:il)? mayo jun(?:io)? jul(?:io)? ago(?:sto)? sep(?:tiembre)? oct(?:ubre)? nov(?:iembre)? dic(?:iembre)?',
  of: '(?: de)?',
  days: { 'pasado manana': 2, hoy: 0, manana: 1 },
  inDays: '(?:en|dentro de) # dias?',
  inThe: 'por la|de la|a la|al?',
  this: 'esta|este',
  at: 'a las?|sobre las?',
  by: 'antes de las?|hasta las?',
  oClock: 'h|horas',
  half: ['# y media', 30],
  every: 'cada|los|todos los',
  on: 'el|este|proximo|el proximo|de',
  daily: 'cada dia|todos los dias|a diario|diario|diariamente',
  weekly: 'cada semana|todas las semanas|semanal|semanalmente',
  workdays: '(?:los )?dias laborables|entre semana|dias de cole(?:gio)?',
  weekends: '(?:el |los |cada )?fin(?:es)? de semana',
  timesAWeek: ' ?(?:x|veces?) ?(?:por|a la|cada|/) ?semana',
  numbers: { una: 1, dos: 2, tres: 3, cuatro: 4, cinco: 5, seis: 6 },
  partsOfDay: { manana: '08:00', mediodia: '12:00', tarde: '16:00', noche: '20:00' },
  gems: 'gemas?|joyas?',
  for: 'para|por',
  allKids: '(?:todos )?los ninos|todas las ninas',
  particles: 'a',
  binding:
    'el|la|los|las|un|una|unos|unas|mi|tu|su|de|del|para|por|con|a|al|en|y|e|o|sobre|que|sin|hasta|desde|como|ante|segun',
  numbered:
    'capitulos?|paginas?|pags?|parte|nivel|leccion|ejercicios?|tarea|unidad|numero|num|n|habitacion|curso|clase|paso|libro|tomo|episodio|temporada|autobus|linea|cancion|talla|primeros?|primeras?|ultimos?|ultimas?|ronda|grupo|juego|apolo|formula',
}
