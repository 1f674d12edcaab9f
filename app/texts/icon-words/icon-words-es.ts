// The words that a quest's title is read by, in one language: what a line says, and the table of icons.
export { words } from '../line-words/line-words-es.ts'

export const table = `
🧹 Escoba, barrer, aspirar, aspiradora, suelo, polvo | limpiar, ordenar, recoger, cuarto, habitación, salón
🪣 Cubo, fregona, trapear, fregar el suelo | fregar
🧽 Esponja, frotar, lavabo, trapo
🧼 Jabón, manos, lavarse las manos | lavar
🗑️ Papelera, basura, residuos, desechos
♻️ Reciclaje, reciclar, cartón, botellas, vidrio, envases | papel
🧺 Cesta, colada, lavadora, ropa sucia, tender, doblar, toalla
🛏️ Cama, dormitorio, sábanas, almohada, manta
🚽 Inodoro, váter, retrete, orinal
🪟 Ventana, cristales, cortinas
🚪 Puerta, pasillo
🛋️ Sofá, sillón
🪑 Silla
🗄️ Archivador, cajón, escritorio, estante, estantería
💡 Bombilla, luz, luces, lámpara | idea
🔧 Llave inglesa, reparar, arreglar, herramienta
🔨 Martillo, construir
🔑 Llave
📬 Buzón, correo, carta
📦 Paquete, caja
🛒 Carrito, compra, comprar, supermercado
💰 Bolsa de dinero, dinero, paga, ahorrar, hucha
🕯️ Vela
🔋 Pila, cargar
📞 Teléfono, llamar
🧳 Maleta, equipaje, viaje, vacaciones
🍽️ Plato, platos, vajilla, lavavajillas, lavaplatos, mesa, cena
🍴 Cubiertos, tenedor, cuchillo
🥄 Cuchara
🍳 Cocinar, cocina, sartén, huevo frito
🥚 Huevo
🥣 Tazón, cereales, desayuno, desayunar
🥞 Tortitas, panqueques
🍞 Pan, tostada, panadería
🥐 Cruasán, medialuna
🥪 Bocadillo, sándwich
🍱 Fiambrera, tartera, lonchera, almuerzo
🍎 Manzana, fruta
🍌 Plátano, banana
🍓 Fresa, frutilla
🍇 Uvas
🍊 Naranja, mandarina
🍉 Sandía, melón
🥕 Zanahoria, verdura
🥦 Brócoli
🥔 Patata
🍅 Tomate
🥒 Pepino
🥗 Ensalada, lechuga
🍝 Espaguetis, pasta, fideos, macarrones
🍚 Arroz
🍲 Olla, sopa, guiso
🍕 Pizza
🍔 Hamburguesa
🍟 Patatas fritas, papas fritas
🧀 Queso
🥛 Leche
🧃 Zumo, jugo
💧 Gota de agua, beber | agua
☕ Bebida caliente, café
🍰 Pastel, tarta, bizcocho, hornear
🍪 Galleta
🍫 Chocolate
🍬 Caramelo, dulces, golosinas, chuches
🍦 Helado
🍿 Palomitas
🎂 Tarta de cumpleaños, cumpleaños
🦷 Diente, muela, dentista, cepillarse
🪥 Cepillo de dientes
🚿 Ducha, duchar
🛁 Bañera, bañarse, baño
🧴 Crema, champú, protector solar
💇 Corte de pelo, pelo, peinar, peluquería
💅 Pintauñas, cortar las uñas | uñas
🧻 Papel higiénico, pañuelo
💊 Pastilla, medicina, vitamina, medicamento
🩹 Tirita, curita
🩺 Estetoscopio, médico, pediatra, doctor
😴 Cara durmiendo, dormir, siesta, descansar
⏰ Despertador, levantarse, despertar, reloj
🌙 Luna, noche
👓 Gafas, lentes
🧘 Yoga, meditar, calma, relajarse
👕 Camiseta, ropa, vestirse, camisa, armario
👖 Vaqueros, pantalón
👗 Vestido
🧦 Calcetines
👟 Zapatilla, zapato, cordones
🥾 Bota de montaña, botas, excursión, caminata
🧥 Abrigo, chaqueta
🧢 Gorra, gorro, sombrero
🧤 Guantes
🎒 Mochila, bolsa
📚 Libros, deberes, tarea, estudiar, biblioteca
📖 Libro abierto, libro, leer, lectura, cuento
✏️ Lápiz, escribir
📝 Nota, redacción, dictado, vocabulario, diario, examen | lista
🔢 Números, matemáticas, mates, sumar, restar
🔤 Letras, alfabeto, abecedario
🏫 Escuela, colegio, cole, clase
📐 Escuadra, regla, geometría
🔬 Microscopio, ciencias, experimento
🌍 Globo terráqueo, geografía, mundo
🗣️ Hablar, inglés, francés, alemán, idioma
🧠 Cerebro, memorizar | aprender, practicar
📅 Calendario, cita | planear
✅ Marca de hecho | terminar, acabar
🎨 Paleta de pintor, paleta, pintar, dibujar, dibujo, arte
✂️ Tijeras, manualidades, recortar
🖍️ Ceras, colorear
🧵 Hilo, coser
🧶 Lana, tejer, ganchillo
🎵 Música, canción
🎤 Micrófono, cantar, coro
🎹 Piano, teclado
🎸 Guitarra, ukelele
🎻 Violín, violonchelo
🥁 Tambor, batería
🎺 Trompeta
🎷 Saxofón, clarinete, instrumento
🎼 Partitura, flauta
🎧 Auriculares, escuchar, audiolibro
🎭 Teatro, máscara
💃 Bailar, baile, danza
🩰 Ballet
📷 Cámara, foto
⚽ Balón de fútbol, fútbol, balón, pelota, jugar fuera
🏀 Baloncesto
🏐 Voleibol
🏈 Fútbol americano
⚾ Béisbol
🎾 Tenis
🏓 Ping-pong, tenis de mesa
🏸 Bádminton
🏒 Hockey
🤾 Balonmano
🏊 Nadar, natación, piscina
🚲 Bicicleta, bici
🛴 Patinete
🛹 Monopatín
⛸️ Patín de hielo, patinar, patinaje
🎿 Esquís, esquí, esquiar
🏃 Correr, carrera, ejercicio, deporte, entrenamiento
🚶 Caminar | pasear, paseo
💪 Brazo fuerte, bíceps, músculos, flexiones, entrenar
🤸 Voltereta, gimnasia, estirar
🥋 Artes marciales, kárate, judo
🧗 Escalada, escalar
🎣 Pescar, pesca
🎳 Bolos
♟️ Ajedrez
🧭 Brújula, scouts
⛺ Tienda de campaña, acampar, campamento
🐕 Perro, perra, cachorro
🐈 Gato, gata, gatito, arenero
🐇 Conejo
🐹 Hámster, cobaya
🐭 Ratón
🐟 Pez, peces, pecera, acuario
🐢 Tortuga
🦜 Loro, periquito
🐦 Pájaro
🐔 Gallina
🦆 Pato
🐴 Caballo, poni, equitación, montar a caballo
🐄 Vaca
🐖 Cerdo
🐑 Oveja
🐐 Cabra
🐝 Abeja, miel
🦋 Mariposa
🐞 Mariquita, bicho, insecto
🐌 Caracol
🐸 Rana
🦎 Lagartija, lagarto
🦔 Erizo
🦊 Zorro
🐻 Oso
🦁 León
🐘 Elefante
🐵 Mono
🐧 Pingüino
🐬 Delfín
🦉 Búho
🦖 Tiranosaurio, dinosaurio
🦄 Unicornio
🐉 Dragón
🐾 Huellas, mascota, animal, veterinario | alimentar, dar de comer
🌱 Brote, planta, regar, jardín, sembrar, huerto
🪴 Planta en maceta, maceta
🌷 Tulipán, flor
🌻 Girasol
🌳 Árbol, bosque
🍂 Hojas secas, hojas, rastrillo, rastrillar
🌿 Hierbas, seto
🍀 Trébol, suerte
🚜 Tractor, césped
🪵 Leña, madera
🔥 Fuego, chimenea, hoguera
🍄 Seta
🏖️ Playa, arena
⛰️ Montaña
☀️ Sol, verano
🌧️ Lluvia, llover
☂️ Paraguas
❄️ Copo de nieve, nieve, invierno
⛄ Muñeco de nieve
🌈 Arcoíris
🚗 Coche, auto, carro, garaje
🚌 Autobús, bus
🚂 Tren
✈️ Avión, vuelo, volar
🚒 Camión de bomberos, bomberos
🚚 Camión
🚀 Cohete, espacio
⛵ Velero, barco, navegar
🧸 Osito de peluche, juguete, peluche
🧩 Rompecabezas, puzle
🧱 Bloques, ladrillos, Lego
🎲 Dado, juego de mesa
🃏 Naipe, cartas, baraja
🎮 Mando de juego, videojuego, consola | juego, jugar
🎠 Tiovivo, columpio, tobogán, parque infantil
🤖 Robot
🎈 Globo, fiesta
🎁 Regalo
💻 Portátil, ordenador, computadora
📱 Móvil, celular, tableta, pantalla
📺 Televisión, tele
🎬 Claqueta, película, cine
📰 Periódico
👶 Bebé, pañal
🧒 Niño, hermano, hermana
👵 Abuela
👴 Abuelo
👪 Familia, padres, mamá, papá
🤝 Apretón de manos, compartir | ayudar, ayuda
🤗 Abrazo, abrazar
❤️ Corazón, amor, cariño, amable
🙏 Manos juntas, gracias, rezar | por favor
😊 Cara sonriente, sonrisa, sonreír, feliz
🤫 Cara de silencio, silencio, susurrar
👋 Mano saludando, saludar, hola
🏠 Casa, hogar
⛪ Iglesia
🎄 Árbol de Navidad, Navidad
🏆 Trofeo, ganar, torneo, concurso
🥇 Medalla de oro, medalla
🌟 Estrella
💎 Gema
🎯 Diana, objetivo
⏳ Reloj de arena, esperar | minutos
`
