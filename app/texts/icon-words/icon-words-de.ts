// The words that a quest's title is read by, in one language: what a line says, and the table of icons.
export { words } from '../line-words/line-words-de.ts'

export const table = `
🧹 Besen, fegen, kehren, saugen, staubsaugen, Staub, Boden, Fußboden, Kinderzimmer | putzen, aufräumen, sauber machen, Zimmer, Wohnzimmer
🪣 Eimer, Boden wischen | wischen
🧽 Schwamm, schrubben, abwischen, Waschbecken
🧼 Seife, Hände, Hände waschen | waschen
🗑️ Papierkorb, Müll, Abfall, Restmüll, Biomüll
♻️ Recycling, Altpapier, Altglas, Pfand, gelber Sack, Papiermüll | Papier
🧺 Wäschekorb, Wäsche, Korb, Waschmaschine, Handtuch, Handtücher
🛏️ Bett, Bettwäsche, Schlafzimmer, Kissen
🚽 Toilette, Klo, Töpfchen, WC
🪟 Fenster, Gardinen, Vorhang
🚪 Tür, Haustür, Flur
🛋️ Sofa, Couch
🪑 Stuhl, Stühle
🗄️ Schrank, Schublade, Schreibtisch, Regal
💡 Glühbirne, Licht, Lampe | Idee
🔧 Schraubenschlüssel, reparieren, Werkzeug
🔨 Hammer, bauen, hämmern
🔑 Schlüssel
📬 Briefkasten, Post, Brief
📦 Paket, Kiste, Karton
🛒 Einkaufswagen, einkaufen, Einkauf, Supermarkt
💰 Geldsack, Geld, Taschengeld, sparen
🕯️ Kerze
🔋 Akku, Batterie, aufladen
📞 Telefon, anrufen, telefonieren
🧳 Koffer, Reise, Urlaub | packen
🍽️ Teller, Geschirr, Spülmaschine, abwaschen, abspülen, abtrocknen, spülen, Tisch, Tisch decken, Abendessen, Mittagessen
🍴 Besteck, Gabel, Messer
🥄 Löffel
🍳 Kochen, Pfanne, Küche, Spiegelei
🥚 Ei, Eier
🥣 Schüssel, Müsli, Frühstück, frühstücken
🥞 Pfannkuchen
🍞 Brot, Brötchen, Toast, Bäcker
🥐 Croissant, Hörnchen, Bäckerei
🥪 Sandwich, Pausenbrot, Stulle
🍱 Brotdose, Brotzeit, Vesper
🍎 Apfel, Äpfel, Obst, Obst waschen
🍌 Banane
🍓 Erdbeere, Beeren
🍇 Weintrauben, Trauben
🍊 Mandarine, Orange, Apfelsine
🍉 Wassermelone, Melone
🥕 Karotte, Möhre, Gemüse
🥦 Brokkoli
🥔 Kartoffel
🍅 Tomate
🥒 Gurke
🥗 Salat
🍝 Spaghetti, Nudeln, Pasta
🍚 Reis
🍲 Topf, Suppe, Eintopf
🍕 Pizza
🍔 Hamburger, Burger
🍟 Pommes
🧀 Käse
🥛 Milch
🧃 Saft
💧 Wassertropfen, trinken | Wasser
☕ Heißgetränk, Kaffee, Tee
🍰 Kuchen, Torte, backen
🍪 Keks, Plätzchen
🍫 Schokolade
🍬 Bonbon, Süßigkeiten
🍦 Eis, Eiscreme
🍿 Popcorn
🎂 Geburtstagstorte, Geburtstag
🦷 Zahn, Zähne, Zähneputzen
🪥 Zahnbürste
🚿 Dusche, duschen
🛁 Badewanne, baden, Bad, Badezimmer
🧴 Creme, eincremen, Sonnencreme, Shampoo
💇 Haarschnitt, Haare, Haare waschen, kämmen, Friseur
💅 Nägel, Fingernägel
🧻 Klopapier, Toilettenpapier, Taschentuch, Taschentücher
💊 Tablette, Medizin, Vitamin, Medikament
🩹 Pflaster
🩺 Stethoskop, Arzt, Ärztin, Kinderarzt
😴 Schlafendes Gesicht, schlafen, Schlaf, Mittagsschlaf
⏰ Wecker, aufstehen, wecken, pünktlich, Uhr
🌙 Mond, Nacht
👓 Brille
🧘 Yoga, meditieren, Ruhe, entspannen
👕 T-Shirt, Kleidung, Kleider, Klamotten, anziehen, Hemd
👖 Jeans, Hose
👗 Kleid
🧦 Socken, Strümpfe
👟 Turnschuh, Schuhe, Schnürsenkel
🥾 Wanderschuh, Stiefel, wandern
🧥 Mantel, Jacke, Garderobe
🧢 Kappe, Mütze, Hut
🧤 Handschuhe
🎒 Schulranzen, Rucksack, Ranzen, Schultasche, Tasche, Turnbeutel, Sportbeutel, Sporttasche
📚 Bücher, Hausaufgaben, Bücherei, Bibliothek | lernen
📖 Aufgeschlagenes Buch, Buch, lesen, vorlesen, Geschichte
✏️ Bleistift, schreiben, Stift
📝 Notiz, Liste, Aufsatz, Diktat, Vokabeln, Tagebuch
🔢 Zahlen, Mathe, rechnen, Einmaleins
🔤 Buchstaben, Alphabet, ABC
🏫 Schule, Kindergarten, Kita, Unterricht, Klasse
📐 Geodreieck, Lineal, Geometrie
🔬 Mikroskop, Experiment, forschen
🌍 Weltkugel, Globus, Erdkunde, Welt
🗣️ Sprechen, Englisch, Französisch, Spanisch, Sprache, Referat
🧠 Gehirn, auswendig | üben
📅 Kalender, Termin | planen
✅ Häkchen | erledigen, fertig
🎨 Malpalette, malen, zeichnen, Kunst
✂️ Schere, basteln | schneiden
🖍️ Wachsmalstift, ausmalen, Buntstifte
🧵 Garn, nähen
🧶 Wollknäuel, stricken, häkeln
🎵 Musik, Lied, Noten
🎤 Mikrofon, singen, Chor
🎹 Klavier, Keyboard
🎸 Gitarre, Ukulele
🎻 Geige, Violine, Cello
🥁 Trommel, Schlagzeug
🎺 Trompete
🎷 Saxofon, Klarinette, Instrument
🎼 Notenblatt, Flöte, Blockflöte
🎧 Kopfhörer, Hörbuch, Hörspiel
🎭 Theater, Masken
💃 Tanzen, Tanz
🩰 Ballett
📷 Kamera, Foto
⚽ Fußball, Ball, draußen
🏀 Basketball
🏐 Volleyball
🏈 Football
⚾ Baseball
🎾 Tennis
🏓 Tischtennis
🏸 Federball, Badminton
🏒 Hockey, Eishockey
🤾 Handball
🏊 Schwimmen, Schwimmbad, Seepferdchen
🚲 Fahrrad, Rad, radeln, Radfahren
🛴 Roller
🛹 Skateboard
⛸️ Schlittschuh
🎿 Ski, Skifahren
🏃 Rennen, joggen, Sport, Training | laufen
🚶 Spaziergang | spazieren
💪 Starker Arm, Muskeln, Liegestütze, Kraft, trainieren
🤸 Radschlag, turnen, Gymnastik, dehnen
🥋 Kampfsport, Karate, Judo
🧗 Klettern, bouldern
🎣 Angeln
🎳 Bowling, kegeln
♟️ Schach
🧭 Kompass, Pfadfinder
⛺ Zelt, zelten, Camping
🐕 Hund, Hund waschen, Gassi, Welpe
🐈 Katze, Kater
🐇 Hase, Kaninchen
🐹 Hamster, Meerschweinchen
🐭 Maus, Mäuse
🐟 Fisch, Aquarium
🐢 Schildkröte
🦜 Papagei, Wellensittich
🐦 Vogel, Vögel
🐔 Huhn, Hühner, Henne
🦆 Ente
🐴 Pferd, Pony, reiten, Stall
🐄 Kuh, Kühe
🐖 Schwein
🐑 Schafe
🐐 Ziege
🐝 Biene, Honig
🦋 Schmetterling
🐞 Marienkäfer, Käfer, Insekt
🐌 Schnecke
🐸 Frosch, Frösche
🦎 Eidechse, Gecko
🦔 Igel
🦊 Fuchs
🐻 Bär
🦁 Löwe
🐘 Elefant
🐵 Affe
🐧 Pinguin
🐬 Delfin
🦉 Eule
🦖 T-Rex, Dinosaurier, Dino
🦄 Einhorn
🐉 Drache
🐾 Pfoten, Haustier, Tier, Tierarzt | füttern, Futter
🌱 Keimling, Pflanze, gießen, Garten, säen
🪴 Topfpflanze, Zimmerpflanze, Blumentopf
🌷 Tulpe, Blume
🌻 Sonnenblume
🌳 Baum, Bäume, Wald
🍂 Laub, Blätter, rechen, harken
🌿 Kräuter, Unkraut, jäten, Hecke
🍀 Kleeblatt, Glück
🚜 Traktor, Rasen, mähen
🪵 Holz, Brennholz
🔥 Feuer, Lagerfeuer, Kamin, Ofen
🍄 Pilz
🏖️ Strand, Sandkasten
⛰️ Berg
☀️ Sonne, Sommer
🌧️ Regen
☂️ Regenschirm, Schirm
❄️ Schneeflocke, Schnee, Winter
⛄ Schneemann
🌈 Regenbogen
🚗 Auto, Auto waschen, Garage
🚌 Bus, Schulbus
🚂 Zug, Eisenbahn, Bahn
✈️ Flugzeug, Flug, fliegen
🚒 Feuerwehr
🚚 Lastwagen, LKW
🚀 Rakete, Weltraum
⛵ Segelboot, Boot, segeln, Schiff
🧸 Teddybär, Spielzeug, Spielsachen, Kuscheltier
🧩 Puzzle, Rätsel
🧱 Bausteine, Lego, Bauklötze
🎲 Würfel, Brettspiel, Gesellschaftsspiel
🃏 Spielkarte, Karten
🎮 Spielecontroller, Videospiel, Computerspiel, Konsole, zocken | Spiel, spielen
🎠 Karussell, Spielplatz, Rutsche, Schaukel
🤖 Roboter
🎈 Luftballon, Party, Feier
🎁 Geschenk
💻 Laptop, Computer
📱 Handy, Smartphone, Tablet, Bildschirm
📺 Fernseher, fernsehen
🎬 Filmklappe, Film, Kino
📰 Zeitung
👶 Baby, babysitten, Windel
🧒 Kind, Bruder, Schwester, Geschwister
👵 Großmutter, Oma
👴 Großvater, Opa
👪 Familie, Eltern, Mama, Papa
🤝 Händedruck, teilen | helfen, Hilfe
🤗 Umarmung, umarmen, kuscheln
❤️ Herz, Liebe, nett, freundlich
🙏 Gefaltete Hände, danke, danken, beten | bitte
😊 Lächelndes Gesicht, lächeln, fröhlich
🤫 Leises Gesicht, leise, flüstern
👋 Winkende Hand, winken, hallo, grüßen
🏠 Haus, zu Hause
⛪ Kirche
🎄 Weihnachtsbaum, Weihnachten, Advent
🏆 Pokal, gewinnen, Turnier, Wettbewerb
🥇 Goldmedaille, Medaille
🌟 Goldener Stern
💎 Edelstein
🎯 Zielscheibe, Ziel
⏳ Sanduhr, warten | Minuten
`
