// The words that a quest's title is read by, in one language: what a line says, and the table of icons.
export { words } from '../line-words/line-words-en.ts'

export const table = `
🧹 Broom, sweep, vacuum, hoover, floor, dust | clean, tidy, room, chore
🪣 Bucket, mop, mopping, mop the floor
🧽 Sponge, scrub, wipe, sink
🧼 Soap, wash hands, hands | wash
🗑️ Wastebasket, trash, garbage, rubbish, bin, waste
♻️ Recycling, recycle, cardboard, bottles | paper
🧺 Laundry basket, laundry, washing machine, fold, towels
🛏️ Bed, bedroom, bedding, sheets, blanket, pillow
🚽 Toilet, potty, loo
🪟 Window, curtains
🚪 Door, hallway
🛋️ Couch, sofa
🪑 Chair
🗄️ Cabinet, drawer, dresser, desk, cupboard, closet, shelf, shelves
💡 Light bulb, light, lamp | idea
🔧 Wrench, repair, fix, tool
🔨 Hammer, build
🔑 Key
📬 Mailbox, mail, post, letterbox
📦 Package, box, boxes, parcel
🛒 Shopping cart, shopping, groceries, supermarket
💰 Money bag, money, allowance
🕯️ Candle
🔋 Battery, charge
📞 Telephone, phone, call
🧳 Suitcase, luggage, trip, vacation, travel | pack
🍽️ Plate, dishes, dishwasher, table, dinner, supper
🍴 Fork and knife, cutlery, silverware, fork, knife, knives
🥄 Spoon
🍳 Cooking, cook, frying pan, pan, kitchen
🥚 Egg
🥣 Bowl, cereal, breakfast, porridge, oatmeal
🥞 Pancakes
🍞 Bread, toast
🥐 Croissant, bakery
🥪 Sandwich
🍱 Lunch box, lunchbox, lunch
🍎 Apple, fruit
🍌 Banana
🍓 Strawberry, strawberries, berries
🍇 Grapes
🍊 Orange, tangerine
🍉 Watermelon, melon
🥕 Carrot, vegetable, veggies
🥦 Broccoli
🥔 Potato
🍅 Tomato
🥒 Cucumber
🥗 Salad, lettuce
🍝 Spaghetti, pasta, noodles
🍚 Rice
🍲 Pot, soup, stew
🍕 Pizza
🍔 Hamburger, burger
🍟 French fries, fries
🧀 Cheese
🥛 Milk
🧃 Juice
💧 Drop of water, drink | water
☕ Hot drink, coffee, tea
🍰 Cake, bake, baking
🍪 Cookie, biscuit
🍫 Chocolate
🍬 Candy, sweets
🍦 Ice cream
🍿 Popcorn
🎂 Birthday cake, birthday
🦷 Tooth, teeth, floss, dentist
🪥 Toothbrush
🚿 Shower
🛁 Bathtub, bath, bathroom
🧴 Lotion, cream, sunscreen, shampoo
💇 Haircut, hair, comb
💅 Nails, fingernails
🧻 Toilet paper, tissue
💊 Pill, medicine, vitamin
🩹 Bandage
🩺 Stethoscope, doctor
😴 Sleeping face, sleep, nap, bedtime
⏰ Alarm clock, wake up, get up, ready, on time, clock
🌙 Moon, night
👓 Eyeglasses
🧘 Yoga, meditate, calm, relax
👕 T-shirt, shirt, clothes, get dressed
👖 Jeans, pants, trousers
👗 Dress
🧦 Socks
👟 Sneaker, shoe, laces
🥾 Hiking boot, boots, hike, hiking
🧥 Coat, jacket
🧢 Cap, hat
🧤 Gloves, mittens
🎒 Backpack, schoolbag, bag
📚 Books, homework, study, library
📖 Open book, book, read, story
✏️ Pencil, write, writing
📝 Note, list, essay, spelling, vocabulary, diary, test
🔢 Numbers, math, times tables
🔤 Letters, alphabet, ABC
🏫 School, kindergarten, class
📐 Ruler, geometry
🔬 Microscope, science, experiment
🌍 Globe, geography, world
🗣️ Speaking, English, language, French, Spanish
🧠 Brain, memorize | learn, practice, practise
📅 Calendar, appointment | plan
✅ Check mark | done, finish
🎨 Palette, paint, draw, art
✂️ Scissors, craft | cut
🖍️ Crayon, coloring, colouring
🧵 Thread, sew
🧶 Yarn, knit, crochet
🎵 Music, song
🎤 Microphone, sing, choir
🎹 Piano, keyboard
🎸 Guitar, ukulele
🎻 Violin, cello
🥁 Drum
🎺 Trumpet
🎷 Saxophone, clarinet, instrument
🎼 Sheet music, flute, recorder
🎧 Headphones, listen, audiobook
🎭 Theater, theatre, drama
💃 Dancing, dance
🩰 Ballet
📷 Camera, photo
⚽ Soccer ball, soccer, football, ball, outside
🏀 Basketball
🏐 Volleyball
🏈 American football
⚾ Baseball
🎾 Tennis
🏓 Table tennis, ping pong
🏸 Badminton
🏒 Hockey
🤾 Handball
🏊 Swimming, swim, pool
🚲 Bicycle, bike, cycling
🛴 Scooter
🛹 Skateboard
⛸️ Ice skate, skating
🎿 Skis, ski, skiing
🏃 Running, run, jog, jogging, exercise, training
🚶 Walking | walk, stroll
💪 Flexed biceps, workout, muscles, push-ups, strong
🤸 Cartwheel, gymnastics, stretch
🥋 Martial arts, karate, judo
🧗 Climbing, climb
🎣 Fishing
🎳 Bowling
♟️ Chess
🧭 Compass, scouts
⛺ Tent, camping, camp
🐕 Dog, puppy, puppies, walkies
🐈 Cat, kitten, kitty, litter box
🐇 Rabbit, bunny, bunnies
🐹 Hamster, guinea pig, gerbil
🐭 Mouse, mice
🐟 Fish, goldfish, aquarium, fish tank
🐢 Turtle, tortoise
🦜 Parrot, parakeet, budgie
🐦 Bird
🐔 Chicken, hen
🦆 Duck
🐴 Horse, pony, ponies, horse riding, stable
🐄 Cow
🐖 Pig
🐑 Sheep
🐐 Goat
🐝 Bee, honey
🦋 Butterfly
🐞 Ladybug, ladybird, insect
🐌 Snail
🐸 Frog
🦎 Lizard, gecko
🦔 Hedgehog
🦊 Fox
🐻 Bear
🦁 Lion
🐘 Elephant
🐵 Monkey
🐧 Penguin
🐬 Dolphin
🦉 Owl
🦖 T-Rex, dinosaur
🦄 Unicorn
🐉 Dragon
🐾 Paw prints, pet, animal, vet | feed
🌱 Seedling, plants, plant, garden, gardening, sow
🪴 Potted plant, houseplant, flowerpot
🌷 Tulip, flower
🌻 Sunflower
🌳 Tree, forest
🍂 Fallen leaves, leaves, rake
🌿 Herbs, weeds, weeding, hedge
🍀 Clover, luck
🚜 Tractor, lawn, mow, mowing
🪵 Wood, firewood
🔥 Fire, campfire
🍄 Mushroom
🏖️ Beach, sand, sandbox
⛰️ Mountain
☀️ Sun, sunny, summer
🌧️ Rain
☂️ Umbrella
❄️ Snowflake, snow, shovel, winter
⛄ Snowman
🌈 Rainbow
🚗 Car, garage
🚌 Bus
🚂 Train
✈️ Airplane, plane, flight
🚒 Fire engine, firefighter
🚚 Truck
🚀 Rocket, space
⛵ Sailboat, boat, sailing
🧸 Teddy bear, toy, stuffed animals
🧩 Puzzle, jigsaw
🧱 Bricks, blocks, Lego
🎲 Dice, board game
🃏 Playing card, cards, card game
🎮 Game controller, video game, console, gaming | game, play
🎠 Carousel, playground, slide, swing
🤖 Robot
🎈 Balloon, party
🎁 Gift, present
💻 Laptop, computer
📱 Cell phone, smartphone, tablet, screen time
📺 Television, TV
🎬 Clapper board, movie, film, cinema
📰 Newspaper
👶 Baby, babies, babysit, diaper
🧒 Child, brother, sister, sibling
👵 Grandmother, grandma, granny
👴 Grandfather, grandpa
👪 Family, parents, mom, mum, dad
🤝 Handshake, share | help
🤗 Hug
❤️ Heart, love, kindness
🙏 Folded hands, thanks, thank you, pray | please
😊 Smiling face, smile, happy, friendly
🤫 Quiet face, quiet, whisper
👋 Waving hand, hello, greet
🏠 House, home
⛪ Church
🎄 Christmas tree, Christmas
🏆 Trophy, win, tournament, competition
🥇 Gold medal, medal
🌟 Gold star
💎 Gem
🎯 Bullseye, target, goal
⏳ Hourglass, wait | minutes
`
