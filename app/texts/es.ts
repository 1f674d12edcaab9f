import type { Translation } from './translation.ts'

export const es: Translation = {
  // What stands on many screens: buttons, waiting, failing.
  common: {
    cancel: 'Cancelar',
    error: 'Error',
    loading: 'Cargando…',
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
  kid: {
    bubble: (name) => `La burbuja de ${name}`,
    parts: 'Partes de la burbuja',
    tabs: { quests: 'Misiones', rewards: 'Recompensas', gems: 'Gemas', playground: 'Juegos' },
    whatIsKnown: '¿Qué sabe Bubblequest de mí?',
    hereNow: (names) => `Ahora aquí: ${names}`,
    gems: (count) => (count === 1 ? '1 gema' : `${count} gemas`),

    tapQuest: '¡Toca la misión que ya has hecho!',
    views: 'Cómo ver mis misiones',
    calendar: 'Calendario',
    board: 'Tablero',
    loadingQuests: 'Cargando tus misiones…',
    questsFailed: 'No se han podido cargar tus misiones',
    noBoard: 'Todavía no hay tablero de misiones. ¡Pide a un adulto que cree uno!',
    allDone: '¡Hoy ya está todo hecho!',
    today: 'Hoy',
    yesterday: 'Ayer',
    tomorrow: 'Mañana',
    doneOf: (done, all) => `${done} de ${all} hechas`,
    noQuestsToday: 'Hoy no hay misiones',
    noQuests: 'No hay misiones',
    noQuestsHere: 'Aquí no hay misiones',
    done: '¡Hecho!',
    moving: (name) => `${name} la está moviendo`,
    somebody: 'Alguien',
    readToMe: (title) => `Léeme «${title}»`,
    readGems: (count) => (count === 1 ? '1 gema' : `${count} gemas`),

    ready: '¿Ya has hecho esta misión?',
    complete: '¡Hecho!',
    completeFor: (gems) => (gems === 1 ? '¡Hecho! 1 gema' : `¡Hecho! ${gems} gemas`),
    notYet: 'Todavía no',
    questCompleted: '¡Misión completada!',
    earned: (gems) => (gems === 1 ? '¡Has ganado 1 gema!' : `¡Has ganado ${gems} gemas!`),
    completeFailed: 'No se ha podido completar la misión. Inténtalo otra vez.',

    store: 'Tienda de recompensas',
    waiting: 'Esperando a un adulto',
    parentDecides: 'Un adulto dirá sí o no',
    loadingRewards: 'Cargando las recompensas…',
    rewardsFailed: 'No se han podido cargar las recompensas',
    noRewards: 'Todavía no hay recompensas',
    noRewardsHint: 'Pide a un adulto que ponga algo bonito en la tienda.',
    more: (gems) => (gems === 1 ? 'falta 1' : `faltan ${gems}`),
    missing: (gems) => (gems === 1 ? 'Falta 1 gema' : `Faltan ${gems} gemas`),
    redeem: 'Canjear',
    needMore: 'Faltan gemas',
    askedFor: '¡Ya lo has pedido!',
    parentDecidesOn: (title) => `Un adulto dirá sí o no a «${title}».`,
    redeemed: '¡Recompensa canjeada! 🎉',
    youRedeemed: (title) => `Has canjeado «${title}»`,
    redeemFailed: 'No se ha podido canjear la recompensa',

    myGems: 'Mis gemas',
    loadingGems: 'Cargando tus gemas…',
    gemsFailed: 'No se han podido cargar tus gemas',
    jar: (gems, most) => `Un tarro con ${gems} de ${most} gemas`,
    keepGoing: '¡Sigue completando misiones para llenar tu tarro!',

    playground: 'Zona de juegos',
    chooseGame: '¡Elige un juego para jugar y aprender!',
    doors: {
      'alphabet-bubbls': 'Repasa las letras',
      'time-ticker': 'Lee el reloj',
      'bubble-sort': 'Ordena las burbujas',
      'word-pop': 'Escribe palabras en inglés',
      'math-splash': 'Suma y resta',
    },
    practice: 'Práctica de hoy',
    practiceOf: (game) => `Práctica de hoy: ${game}`,
  },

  // The wall screen.
  wall: {
    allDone: 'Hoy ya está todo hecho. ¡Muy bien, familia!',
    noQuests: 'Hoy no hay misiones',
    noQuestsHint: '¡Día libre para todos! Las misiones nuevas aparecen aquí solas.',
    leave: 'Salir de la pantalla de pared',
    loading: 'Cargando el día…',
    failed: 'No se ha podido cargar el día',
    failedHint: 'Esta pantalla vuelve a intentarlo sola cada pocos segundos.',
    doneOf: (done, all) => `${done} de ${all} hechas`,
    unknown: 'Aún no se sabe quién ha hecho qué',
    questsOf: (name) => `Misiones de ${name}`,
    gems: 'gemas',
    doneQuest: '¡Hecho!',

    whoDidIt: '¿Quién lo ha hecho?',
    somebodyElse: 'Otra persona',
    doneMember: 'Hecho',
    doneAlready: 'ya está hecha',
    questCompleted: '¡Misión completada!',
    earned: (name, gems) => (gems === 1 ? `¡${name} ha ganado 1 gema!` : `¡${name} ha ganado ${gems} gemas!`),
    completeFailed: 'No se ha podido completar la misión. Inténtalo otra vez.',
  },

  // What the games of the playground have in common.
  games: {
    exit: 'Salir',
    mute: 'Quitar el sonido',
    soundOn: 'Poner el sonido',
    sayAgain: 'Dilo otra vez',
    showMe: 'Muéstrame',
    right: 'Correcto',
    notThisOne: 'Este no es',
    tryAgain: 'Todavía no. ¡Inténtalo otra vez!',
    correctOf: (correct, all) => `${correct} de ${all} bien`,
    answeredOf: (answered, all) => `${answered} de ${all} contestadas`,
    wellDone: '¡Muy bien!',
    done: 'Listo',
  },

  // Alphabet Bubbls, and its part of the skill map.
  alphabetBubbls: {
    letterOf: (number, all) => `Letra ${number} de ${all}`,
    strokeOf: (number, all) => `Trazo ${number} de ${all}`,
    hint: '. Empieza en el punto verde.',
    again: 'Oír y ver la letra otra vez',
    resetStroke: 'Borrar trazo',
    skip: 'Saltar',
    amazing: '¡Genial!',
    congratulations: '¡Felicidades!',
    drawCapital: (letter) => `${letter} mayúscula: dibuja hasta el siguiente punto`,
    drawSmall: (letter) => `${letter} minúscula: dibuja hasta el siguiente punto`,
    skills: { capital: 'Mayúsculas', small: 'Minúsculas' },
  },

  // Time Ticker, and its part of the skill map.
  timeTicker: {
    levels: { oclock: 'Horas en punto', halfhour: 'Y media', quarter: 'Cuartos de hora', fiveminute: 'De 5 en 5', tominute: 'Genio del reloj' },
    levelOf: (level, all) => `Nivel ${level} de ${all}:`,
    nextLevel: (name) => `Siguiente nivel: ${name}.`,
    points: 'puntos',
    inARow: 'seguidas',
    correct: (points) => `¡Correcto! ${points} puntos.`,
    check: 'Comprobar',
    hereIsHow: (hands) => `Se hace así: ${hands}.`,
    clock: (hands) => `Un reloj: ${hands}`,
    clockNumber: (number, hands) => `Reloj ${number}: ${hands}`,
    hourHand: 'Aguja de las horas',
    minuteHand: 'Aguja de los minutos',
    prompts: { setclock: '¡Pon el reloj a {time}!', readclock: '¿Qué hora marca el reloj?', matchtime: '¿Qué reloj marca {time}?' },
    written: (time) => (time.startsWith('1:') ? `la\u00a0${time}` : `las\u00a0${time}`),
    spoken: ({ hours, minutes, next }) => {
      const names = [
        'las doce',
        'la una',
        'las dos',
        'las tres',
        'las cuatro',
        'las cinco',
        'las seis',
        'las siete',
        'las ocho',
        'las nueve',
        'las diez',
        'las once',
      ]
      const [hour, following] = [names[hours % 12], names[next % 12]]
      switch (minutes) {
        case 0:
          return `${hour} en punto`
        case 5:
          return `${hour} y cinco`
        case 10:
          return `${hour} y diez`
        case 15:
          return `${hour} y cuarto`
        case 20:
          return `${hour} y veinte`
        case 25:
          return `${hour} y veinticinco`
        case 30:
          return `${hour} y media`
        case 35:
          return `${following} menos veinticinco`
        case 40:
          return `${following} menos veinte`
        case 45:
          return `${following} menos cuarto`
        case 50:
          return `${following} menos diez`
        case 55:
          return `${following} menos cinco`
        default:
          return `${hour} y ${minutes}`
      }
    },
    hands: ({ hours, minutes, next, number, past }) => {
      const short = minutes === 0 ? `en el ${hours}` : `entre el ${hours} y el ${next}`
      const long = past === 0 ? `en el ${number}` : past === 1 ? `1 minuto después del ${number}` : `${past} minutos después del ${number}`
      return `aguja corta ${short}, aguja larga ${long}`
    },
    items: {
      ':00': 'En punto',
      ':30': 'Y media',
      ':15': 'Y cuarto',
      ':45': 'Menos cuarto',
      ':05': 'Y cinco',
      ':10': 'Y diez',
      ':20': 'Y veinte',
      ':25': 'Y veinticinco',
      ':35': 'Menos veinticinco',
      ':40': 'Menos veinte',
      ':50': 'Menos diez',
      ':55': 'Menos cinco',
      'to the minute': 'Al minuto',
    },
  },

  // Bubble Sort, and its part of the skill map.
  bubbleSort: {
    prompts: { color: '¡Ordena por color!', shape: '¡Ordena por forma!', twoattribute: '¡Ordena por color y forma!', conceptual: '¿Qué va junto?' },
    hearPrompt: 'Oír qué hay que hacer',
    score: (points) => `Puntos: ${points}`,
    levelOf: (level, all) => `Nivel ${level} de ${all}`,
    bubbles: 'Burbujas',
    targets: 'Sitios',
    yes: (place) => `¡Sí! ${place}`,
    notThere: 'Ahí no. ¡Inténtalo otra vez!',
    whereDoesItGo: (thing) => `¿Adónde va: ${thing}?`,
    amazingWork: '¡Fantástico!',
    skills: { color: 'Colores', shape: 'Formas', twoattribute: 'Colores y formas a la vez', conceptual: 'Lo que va junto' },
    places: {
      blue: 'Azul',
      yellow: 'Amarillo',
      green: 'Verde',
      orange: 'Naranja',
      pink: 'Rosa',
      circle: 'Círculo',
      square: 'Cuadrado',
      triangle: 'Triángulo',
      star: 'Estrella',
      heart: 'Corazón',
      'blue-circle': 'Círculo azul',
      'blue-square': 'Cuadrado azul',
      'blue-triangle': 'Triángulo azul',
      'blue-star': 'Estrella azul',
      'yellow-circle': 'Círculo amarillo',
      'yellow-square': 'Cuadrado amarillo',
      'yellow-triangle': 'Triángulo amarillo',
      'yellow-star': 'Estrella amarilla',
      'green-circle': 'Círculo verde',
      'green-square': 'Cuadrado verde',
      'green-triangle': 'Triángulo verde',
      'green-star': 'Estrella verde',
      'orange-circle': 'Círculo naranja',
      'orange-square': 'Cuadrado naranja',
      'orange-triangle': 'Triángulo naranja',
      'orange-star': 'Estrella naranja',
      animals: 'Animales',
      fruit: 'Fruta',
      clothes: 'Para vestirse',
      vehicles: 'Vehículos',
      sky: 'En el cielo',
    },
    things: {
      cat: 'gato',
      dog: 'perro',
      pig: 'cerdo',
      fish: 'pez',
      frog: 'rana',
      fox: 'zorro',
      rabbit: 'conejo',
      snail: 'caracol',
      apple: 'manzana',
      banana: 'plátano',
      pear: 'pera',
      cherry: 'cereza',
      grapes: 'uvas',
      hat: 'sombrero',
      shoe: 'zapato',
      sock: 'calcetín',
      shirt: 'camisa',
      mitten: 'guante',
      car: 'coche',
      bus: 'autobús',
      train: 'tren',
      truck: 'camión',
      tractor: 'tractor',
      sun: 'sol',
      moon: 'luna',
      star: 'estrella',
      cloud: 'nube',
    },
    shapeIn: (color, shape) => {
      const noun = { circle: 'círculo', square: 'cuadrado', triangle: 'triángulo', star: 'estrella', heart: 'corazón' }[shape]
      const adjective = { blue: 'azul', yellow: shape === 'star' ? 'amarilla' : 'amarillo', green: 'verde', orange: 'naranja', pink: 'rosa' }[color]
      return `${noun} ${adjective}`
    },
  },

  // Word Pop, and its part of the skill map. What is spelled is English in every language.
  wordPop: {
    levels: { match: 'Une las letras', scramble: 'Letras revueltas', bee: 'A deletrear' },
    wordOf: (number, all) => `Palabra ${number} de ${all}`,
    hearWord: 'Oír la palabra',
    yourWord: 'Tu palabra',
    letters: 'Letras',
    giveBack: (letter) => `${letter}, devolver`,
    hereGoes: (letter) => `Aquí va ${letter}`,
    empty: 'Vacío',
    pop: '¡Pop!',
    skills: { short: 'Palabras cortas en inglés', middle: 'Palabras inglesas de cuatro letras', long: 'Palabras largas en inglés' },
  },

  // Math Splash!, and its part of the skill map.
  mathSplash: {
    level: (level) => `Nivel ${level}`,
    levelOf: (level, all) => `Nivel ${level} de ${all}`,
    hideHelp: 'Ocultar',
    splash: '¡CHOF!',
    greatJob: '¡Muy bien!',
    splashSpoken: '¡Chof! ¡Muy bien!',
    add: (first, second) => `¿Cuánto es ${first} más ${second}?`,
    takeAway: (first, second) => `¿Cuánto es ${first} menos ${second}?`,
    missing: (first, result) => `¿Cuánto le falta a ${first} para llegar a ${result}?`,
    frogs: (first, second) => `${first} ${first === 1 ? 'rana' : 'ranas'} y ${second} más`,
    fish: (first, second) => `${first} ${first === 1 ? 'pez' : 'peces'}, ${second} ${second === 1 ? 'se va' : 'se van'} nadando`,
    skills: {
      frogs: 'Sumar con ranas, hasta 8',
      moreAdding: 'Más sumas, hasta 12',
      fish: 'Restar con peces, de 4 a 8',
      moreTakingAway: 'Más restas, hasta 10',
      bigNumbers: 'Números grandes',
    },
    bigSums: { 'add to 20': 'Sumas hasta 20', 'take away from 10 to 19': 'Restas con números del 10 al 19', 'missing number': 'Buscar el número que falta' },
  },
}
