import { box, dot, fill, line, oval } from './drawing.ts'

export const food = {
  apple: [
    fill('red', 'M32 21c6-6 23-5 23 12 0 12-9 24-16 24-3 0-4-2-7-2s-4 2-7 2C18 57 9 45 9 33c0-17 17-18 23-12Z'),
    line('brown', 4, 'M32 22q-1-8 3-14'),
    fill('leaf', 'M35 15q4-10 17-9-2 12-17 9Z'),
    line('white', 3.5, 'M16 31q1-6 6-7'),
  ],
  banana: [
    fill('sun', 'M46 8q3-4 6-2l1 7c10 21-8 46-34 44q-9-1-10-5l2-4C34 46 46 30 46 8Z'),
    line('orange', 2.5, 'M49 16C51 34 38 51 16 52.5'),
    fill('brown', 'M45 5q5-3 9 0l-1 6h-6ZM8 47l6 .5-3 8q-4-3-3-8.500Z'),
  ],
  pear: [
    fill('lime', 'M32 14c8 0 9 8 10 14 1 5 11 8 11 18 0 8-9 13-21 13S11 54 11 46c0-10 10-13 11-18 1-6 2-14 10-14Z'),
    line('brown', 4, 'M32 16q0-7 4-11'),
    fill('leaf', 'M36 11q4-7 14-5-2 9-14 5Z'),
    line('white', 3.5, 'M18 45q1-6 6-8'),
  ],
  cherry: [
    line('leaf', 3, 'M19 40Q24 20 42 8M45 42q2-18-3-34'),
    fill('leaf', 'M42 9Q28 2 20 12q12 8 22-3Z'),
    dot('red', 18, 45, 13),
    dot('red', 46, 46, 13),
    line('white', 3, 'M11 43q1-5 5-6M39 44q1-5 5-6'),
  ],
  grapes: [
    line('brown', 4, 'M32 16V5'),
    fill('leaf', 'M33 12q7-11 20-6-3 12-20 6Z'),
    ...[
      [17, 22],
      [32, 22],
      [47, 22],
      [24.5, 35],
      [39.5, 35],
      [32, 48],
    ].flatMap(([x = 0, y = 0]) => [dot('grape', x, y, 8.6), dot('lilac', x - 2.5, y - 2.5, 2.2)]),
  ],
  carrot: [
    line('leaf', 5, 'M43 21 47 6M43 21 58 16M43 21l9-9'),
    fill('orange', 'M33 17c8-5 20 6 14 15C40 44 24 54 9 57q-4 0-3-4C10 38 22 23 33 17Z'),
    line('brown', 2.5, 'M31 26l6 5M22 34l5 4M35 40l-5-4M19 44l-4-4'),
  ],
  egg: [
    fill('cream', 'M32 6c10 0 17 15 17 25 0 11-8 17-17 17s-17-6-17-17c0-10 7-25 17-25Z'),
    line('tan', 2, 'M32 6c10 0 17 15 17 25 0 11-8 17-17 17s-17-6-17-17c0-10 7-25 17-25Z'),
    line('white', 4, 'M23 25q1-6 5-10'),
    fill('sky', 'M11 36h42q0 14-14 16l6 8H19l6-8q-14-2-14-16Z'),
    line('ice', 3.5, 'M17 41q2 5 6 7'),
  ],
  cake: [
    oval('silver', 32, 55, 28, 5),
    box('rose', 9, 32, 46, 23, 4),
    box('cream', 9, 41, 46, 5),
    fill('pink', 'M8 36q0-9 9-9h30q9 0 9 9 0 5-5 5t-5-4q-1 6-6 6t-6-5q-1 6-6 6t-5-6q-1 5-5 5t-5-5q0 4-5 4Z'),
    line('sky', 4, 'M20 27V16M32 27V16M44 27V16'),
    ...[20, 32, 44].map((x) => fill('orange', `M${x} 4q5 6 2.5 9.5-2.5 2-5 0Q${x - 5} 10 ${x} 4Z`)),
  ],
  cheese: [
    fill('sun', 'M4 36 46 14q14 6 14 22Z'),
    fill('orange', 'M4 36h56v16q0 2-2 2H6q-2 0-2-2Z'),
    fill('sun', 'M4 36h56v16q0 2-2 2H6q-2 0-2-2Z'),
    line('orange', 2.5, 'M4 36h56'),
    dot('orange', 17, 45, 5),
    dot('orange', 35, 47, 3.5),
    dot('orange', 48, 43, 4.5),
    oval('orange', 43, 25, 5, 3.5),
    oval('orange', 27, 31, 4, 2.5),
  ],
}
