import type { Translation } from './translation.ts'

export const de: Translation = {
  // What stands on many screens: buttons, waiting, failing.
  common: {
    cancel: 'Abbrechen',
    error: 'Fehler',
    loading: 'Wird geladen …',
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
  kid: {
    bubble: (name) => `Bubble von ${name}`,
    parts: 'Teile der Bubble',
    tabs: { quests: 'Quests', rewards: 'Belohnungen', gems: 'Edelsteine', playground: 'Spielplatz' },
    whatIsKnown: 'Was wisst ihr über mich?',
    hereNow: (names) => `Gerade da: ${names}`,
    gems: (count) => (count === 1 ? '1 Edelstein' : `${count} Edelsteine`),

    tapQuest: 'Tippe an, was du geschafft hast!',
    views: 'Ansicht meiner Quests',
    calendar: 'Kalender',
    board: 'Tafel',
    loadingQuests: 'Deine Quests werden geladen …',
    questsFailed: 'Deine Quests konnten nicht geladen werden',
    noBoard: 'Es gibt noch keine Quest-Tafel. Frag deine Eltern, ob sie eine anlegen!',
    allDone: 'Heute ist alles geschafft!',
    today: 'Heute',
    yesterday: 'Gestern',
    tomorrow: 'Morgen',
    doneOf: (done, all) => `${done} von ${all} erledigt`,
    noQuestsToday: 'Heute keine Quests',
    noQuests: 'Keine Quests',
    noQuestsHere: 'Hier sind keine Quests',
    done: 'Geschafft!',
    moving: (name) => `${name} verschiebt das gerade`,
    somebody: 'Jemand',
    readToMe: (title) => `„${title}“ vorlesen`,
    readGems: (count) => (count === 1 ? '1 Edelstein' : `${count} Edelsteine`),

    ready: 'Hast du diese Quest geschafft?',
    complete: 'Geschafft!',
    completeFor: (gems) => (gems === 1 ? 'Geschafft! 1 Edelstein' : `Geschafft! ${gems} Edelsteine`),
    notYet: 'Noch nicht',
    questCompleted: 'Quest geschafft!',
    earned: (gems) => (gems === 1 ? 'Du hast 1 Edelstein verdient!' : `Du hast ${gems} Edelsteine verdient!`),
    completeFailed: 'Das hat nicht geklappt. Bitte versuche es noch einmal.',

    store: 'Belohnungsladen',
    waiting: 'Wartet auf deine Eltern',
    parentDecides: 'Deine Eltern sagen Ja oder Nein',
    loadingRewards: 'Die Belohnungen werden geladen …',
    rewardsFailed: 'Die Belohnungen konnten nicht geladen werden',
    noRewards: 'Noch keine Belohnungen',
    noRewardsHint: 'Bitte deine Eltern, etwas Schönes in den Laden zu legen.',
    more: (gems) => `noch ${gems}`,
    missing: (gems) => (gems === 1 ? 'Es fehlt noch 1 Edelstein' : `Es fehlen noch ${gems} Edelsteine`),
    redeem: 'Einlösen',
    needMore: 'Noch nicht genug',
    askedFor: 'Du hast gefragt!',
    parentDecidesOn: (title) => `Deine Eltern sagen Ja oder Nein zu „${title}“.`,
    redeemed: 'Belohnung eingelöst! 🎉',
    youRedeemed: (title) => `Du hast „${title}“ eingelöst`,
    redeemFailed: 'Die Belohnung konnte nicht eingelöst werden',

    myGems: 'Meine Edelsteine',
    loadingGems: 'Deine Edelsteine werden geladen …',
    gemsFailed: 'Deine Edelsteine konnten nicht geladen werden',
    jar: (gems, most) => `Ein Glas mit ${gems} von ${most} Edelsteinen`,
    keepGoing: 'Mit jeder Quest wird dein Edelsteinglas voller!',

    playground: 'Spiele auf dem Spielplatz',
    chooseGame: 'Such dir ein Spiel aus und lern dabei!',
    doors: {
      'alphabet-bubbls': 'Buchstaben nachmalen',
      'time-ticker': 'Die Uhr lesen',
      'bubble-sort': 'Seifenblasen sortieren',
      'word-pop': 'Englische Wörter schreiben',
      'math-splash': 'Plus und minus rechnen',
    },
    practice: 'Heute üben',
    practiceOf: (game) => `Heute üben: ${game}`,
  },

  // The wall screen.
  wall: {
    allDone: 'Für heute ist alles geschafft. Toll gemacht, ihr alle!',
    noQuests: 'Heute keine Quests',
    noQuestsHint: 'Ein freier Tag für alle! Neue Quests erscheinen hier von selbst.',
    leave: 'Wandbildschirm verlassen',
    loading: 'Der Tag wird geladen …',
    failed: 'Der Tag konnte nicht geladen werden',
    failedHint: 'Dieser Bildschirm versucht es alle paar Sekunden von selbst noch einmal.',
    doneOf: (done, all) => `${done} von ${all} erledigt`,
    unknown: 'Wer was gemacht hat, ist noch nicht bekannt',
    questsOf: (name) => `Quests von ${name}`,
    gems: 'Edelsteine',
    doneQuest: 'Geschafft!',

    whoDidIt: 'Wer hat das gemacht?',
    somebodyElse: 'Jemand anderes',
    doneMember: 'Erledigt',
    doneAlready: 'ist schon erledigt',
    questCompleted: 'Quest geschafft!',
    earned: (name, gems) => (gems === 1 ? `${name} hat 1 Edelstein verdient!` : `${name} hat ${gems} Edelsteine verdient!`),
    completeFailed: 'Das hat nicht geklappt. Bitte versuche es noch einmal.',
  },

  // What the games of the playground have in common.
  games: {
    exit: 'Beenden',
    mute: 'Ton aus',
    soundOn: 'Ton an',
    sayAgain: 'Noch einmal sagen',
    showMe: 'Zeig mal',
    right: 'Richtig',
    notThisOne: 'Das ist es nicht',
    tryAgain: 'Noch nicht. Versuch es noch einmal!',
    correctOf: (correct, all) => `${correct} von ${all} richtig`,
    answeredOf: (answered, all) => `${answered} von ${all} beantwortet`,
    wellDone: 'Toll gemacht!',
    done: 'Fertig',
  },

  // Alphabet Bubbls, and its part of the skill map.
  alphabetBubbls: {
    letterOf: (number, all) => `Buchstabe ${number} von ${all}`,
    strokeOf: (number, all) => `Strich ${number} von ${all}`,
    hint: '. Fang beim grünen Punkt an.',
    again: 'Den Buchstaben noch einmal hören und sehen',
    resetStroke: 'Strich neu',
    skip: 'Weiter',
    amazing: 'Super!',
    congratulations: 'Glückwunsch!',
    drawCapital: (letter) => `Großes ${letter}: zum nächsten Punkt malen`,
    drawSmall: (letter) => `Kleines ${letter}: zum nächsten Punkt malen`,
    skills: { capital: 'Großbuchstaben', small: 'Kleinbuchstaben' },
  },

  // Time Ticker, and its part of the skill map.
  timeTicker: {
    levels: { oclock: 'Volle Stunden', halfhour: 'Halbe Stunden', quarter: 'Viertelstunden', fiveminute: 'Fünferschritte', tominute: 'Uhr-Profi' },
    levelOf: (level, all) => `Stufe ${level} von ${all}:`,
    nextLevel: (name) => `Nächste Stufe: ${name}.`,
    points: 'Punkte',
    inARow: 'hintereinander',
    correct: (points) => `Richtig! ${points} Punkte.`,
    check: 'Prüfen',
    hereIsHow: (hands) => `So geht es: ${hands}.`,
    clock: (hands) => `Eine Uhr: ${hands}`,
    clockNumber: (number, hands) => `Uhr ${number}: ${hands}`,
    hourHand: 'Stundenzeiger',
    minuteHand: 'Minutenzeiger',
    prompts: { setclock: 'Stell die Uhr auf {time}!', readclock: 'Wie spät ist es auf der Uhr?', matchtime: 'Welche Uhr zeigt {time}?' },
    written: (time) => time,
    spoken: ({ hours, minutes, next }) => {
      const names = ['zwölf', 'eins', 'zwei', 'drei', 'vier', 'fünf', 'sechs', 'sieben', 'acht', 'neun', 'zehn', 'elf']
      const [hour, following] = [names[hours % 12], names[next % 12]]
      const onTheHour = hours === 1 ? 'ein Uhr' : `${hour} Uhr`
      switch (minutes) {
        case 0:
          return onTheHour
        case 5:
          return `fünf nach ${hour}`
        case 10:
          return `zehn nach ${hour}`
        case 15:
          return `Viertel nach ${hour}`
        case 20:
          return `zwanzig nach ${hour}`
        case 25:
          return `fünf vor halb ${following}`
        case 30:
          return `halb ${following}`
        case 35:
          return `fünf nach halb ${following}`
        case 40:
          return `zwanzig vor ${following}`
        case 45:
          return `Viertel vor ${following}`
        case 50:
          return `zehn vor ${following}`
        case 55:
          return `fünf vor ${following}`
        default:
          return `${onTheHour} ${minutes}`
      }
    },
    hands: ({ hours, minutes, next, number, past }) => {
      const short = minutes === 0 ? `auf der ${hours}` : `zwischen der ${hours} und der ${next}`
      const long = past === 0 ? 'auf' : past === 1 ? '1 Minute nach' : `${past} Minuten nach`
      return `kurzer Zeiger ${short}, langer Zeiger ${long} der ${number}`
    },
    items: {
      ':00': 'Volle Stunde',
      ':30': 'Halb',
      ':15': 'Viertel nach',
      ':45': 'Viertel vor',
      ':05': 'Fünf nach',
      ':10': 'Zehn nach',
      ':20': 'Zwanzig nach',
      ':25': 'Fünf vor halb',
      ':35': 'Fünf nach halb',
      ':40': 'Zwanzig vor',
      ':50': 'Zehn vor',
      ':55': 'Fünf vor',
      'to the minute': 'Auf die Minute genau',
    },
  },

  // Bubble Sort, and its part of the skill map.
  bubbleSort: {
    prompts: { color: 'Sortiere nach Farbe!', shape: 'Sortiere nach Form!', twoattribute: 'Sortiere nach Farbe und Form!', conceptual: 'Was gehört zusammen?' },
    hearPrompt: 'Anhören, was zu tun ist',
    score: (points) => `Punkte: ${points}`,
    levelOf: (level, all) => `Stufe ${level} von ${all}`,
    bubbles: 'Seifenblasen',
    targets: 'Plätze',
    yes: (place) => `Ja! ${place}`,
    notThere: 'Da nicht. Versuch es noch einmal!',
    whereDoesItGo: (thing) => `Wohin gehört das: ${thing}?`,
    amazingWork: 'Großartig!',
    skills: { color: 'Farben', shape: 'Formen', twoattribute: 'Farben und Formen zusammen', conceptual: 'Was zusammengehört' },
    places: {
      blue: 'Blau',
      yellow: 'Gelb',
      green: 'Grün',
      orange: 'Orange',
      pink: 'Rosa',
      circle: 'Kreis',
      square: 'Quadrat',
      triangle: 'Dreieck',
      star: 'Stern',
      heart: 'Herz',
      'blue-circle': 'Blauer Kreis',
      'blue-square': 'Blaues Quadrat',
      'blue-triangle': 'Blaues Dreieck',
      'blue-star': 'Blauer Stern',
      'yellow-circle': 'Gelber Kreis',
      'yellow-square': 'Gelbes Quadrat',
      'yellow-triangle': 'Gelbes Dreieck',
      'yellow-star': 'Gelber Stern',
      'green-circle': 'Grüner Kreis',
      'green-square': 'Grünes Quadrat',
      'green-triangle': 'Grünes Dreieck',
      'green-star': 'Grüner Stern',
      'orange-circle': 'Orangeer Kreis',
      'orange-square': 'Orangees Quadrat',
      'orange-triangle': 'Orangees Dreieck',
      'orange-star': 'Orangeer Stern',
      animals: 'Tiere',
      fruit: 'Obst',
      clothes: 'Zum Anziehen',
      vehicles: 'Was fährt',
      sky: 'Oben am Himmel',
    },
    things: {
      cat: 'Katze',
      dog: 'Hund',
      pig: 'Schwein',
      fish: 'Fisch',
      frog: 'Frosch',
      fox: 'Fuchs',
      rabbit: 'Hase',
      snail: 'Schnecke',
      apple: 'Apfel',
      banana: 'Banane',
      pear: 'Birne',
      cherry: 'Kirsche',
      grapes: 'Weintrauben',
      hat: 'Hut',
      shoe: 'Schuh',
      sock: 'Socke',
      shirt: 'Hemd',
      mitten: 'Handschuh',
      car: 'Auto',
      bus: 'Bus',
      train: 'Zug',
      truck: 'Lastwagen',
      tractor: 'Traktor',
      sun: 'Sonne',
      moon: 'Mond',
      star: 'Stern',
      cloud: 'Wolke',
    },
    shapeIn: (color, shape) => {
      const [end, noun] = { circle: ['er', 'Kreis'], square: ['es', 'Quadrat'], triangle: ['es', 'Dreieck'], star: ['er', 'Stern'], heart: ['es', 'Herz'] }[
        shape
      ]
      const adjective = { blue: `blau${end}`, yellow: `gelb${end}`, green: `grün${end}`, orange: `orange${end}`, pink: 'rosa' }[color]
      return `${adjective} ${noun}`
    },
  },

  // Word Pop, and its part of the skill map. What is spelled is English in every language.
  wordPop: {
    levels: { match: 'Buchstaben legen', scramble: 'Buchstabensalat', bee: 'Buchstabierbiene' },
    wordOf: (number, all) => `Wort ${number} von ${all}`,
    hearWord: 'Das Wort anhören',
    yourWord: 'Dein Wort',
    letters: 'Buchstaben',
    giveBack: (letter) => `${letter}, zurücklegen`,
    hereGoes: (letter) => `Hier kommt ${letter} hin`,
    empty: 'Leer',
    pop: 'Plopp!',
    skills: { short: 'Kurze englische Wörter', middle: 'Englische Wörter mit vier Buchstaben', long: 'Lange englische Wörter' },
  },

  // Math Splash!, and its part of the skill map.
  mathSplash: {
    level: (level) => `Stufe ${level}`,
    levelOf: (level, all) => `Stufe ${level} von ${all}`,
    hideHelp: 'Hilfe weg',
    splash: 'PLATSCH!',
    greatJob: 'Super gemacht!',
    splashSpoken: 'Platsch! Super gemacht!',
    add: (first, second) => `Wie viel ist ${first} plus ${second}?`,
    takeAway: (first, second) => `Wie viel ist ${first} minus ${second}?`,
    missing: (first, result) => `${first} plus wie viel ist ${result}?`,
    frogs: (first, second) => `${first} ${first === 1 ? 'Frosch' : 'Frösche'} und noch ${second}`,
    fish: (first, second) => `${first} ${first === 1 ? 'Fisch' : 'Fische'}, ${second} ${second === 1 ? 'schwimmt' : 'schwimmen'} weg`,
    skills: {
      frogs: 'Plus mit Fröschen, bis 8',
      moreAdding: 'Mehr Plus, bis 12',
      fish: 'Minus mit Fischen, von 4 bis 8',
      moreTakingAway: 'Mehr Minus, bis 10',
      bigNumbers: 'Große Zahlen',
    },
    bigSums: { 'add to 20': 'Plus bis 20', 'take away from 10 to 19': 'Minus mit Zahlen von 10 bis 19', 'missing number': 'Die fehlende Zahl finden' },
  },
}
