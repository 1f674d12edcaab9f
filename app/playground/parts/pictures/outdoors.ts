import { box, dot, eyes, fill, line, oval } from './drawing.ts'

export const outdoors = {
  sun: [
    line(
      'orange',
      4.5,
      'M32 4v6M32 54v6M4 32h6M54 32h6M12.2 12.200l4.3 4.300M47.5 47.500l4.3 4.300M12.2 51.800l4.3-4.300M47.5 16.500l4.3-4.3',
    ),
    dot('sun', 32, 32, 17),
    ...eyes(26, 38, 29, 2.4),
    line('ink', 2.2, 'M26 36q6 6 12 0'),
  ],
  star: [
    fill('sun', 'M32 4l8.3 17.6 19.3 2.5-14.2 13.3 3.6 19.200L32 47.3 15 56.600l3.6-19.200L4.4 24.100l19.3-2.500Z'),
    line(
      'orange',
      2.5,
      'M32 4l8.3 17.6 19.3 2.5-14.2 13.3 3.6 19.200L32 47.3 15 56.600l3.6-19.200L4.4 24.100l19.3-2.500Z',
    ),
    line('white', 3, 'M32 14l-4 9'),
  ],
  moon: [
    box('grape', 2, 2, 60, 60, 14),
    fill('sun', 'M39 9a24 24 0 1 0 15 36A21 21 0 0 1 39 9Z'),
    dot('white', 50, 15, 2),
    dot('white', 56, 28, 1.5),
    dot('white', 11, 14, 1.5),
    oval('orange', 25, 38, 3.5, 3),
    oval('orange', 33, 47, 2.5, 2),
    oval('orange', 22, 27, 2, 1.8),
  ],
  cloud: [
    fill('ice', 'M16 52a12 12 0 0 1-1-24 15 15 0 0 1 28-6 15 15 0 0 1 6 30Z'),
    line('sky', 2.5, 'M16 52a12 12 0 0 1-1-24 15 15 0 0 1 28-6 15 15 0 0 1 6 30Z'),
  ],
  tree: [
    fill('brown', 'M27 36h10l2 24H25Z'),
    dot('leaf', 19, 30, 14),
    dot('leaf', 45, 30, 14),
    dot('leaf', 32, 19, 16),
    dot('leaf', 32, 36, 12),
    line('lime', 4, 'M22 16q3-6 9-6M10 28q1-5 5-6'),
    line('brown', 3, 'M32 44V32M32 40l7-6'),
  ],
  leaf: [
    fill('lime', 'M8 50C0 22 24 6 58 6c2 34-16 58-44 50Z'),
    line('leaf', 3, 'M5 60 46 18M19 46V30M19 46h17M31 33V20M31 33h15'),
  ],
  flower: [
    line('leaf', 4.5, 'M32 34v26'),
    fill('lime', 'M32 57q-2-12-18-12 2 12 18 12ZM32 52q2-11 17-11-2 11-17 11Z'),
    ...[0, 1, 2, 3, 4, 5].map((petal) =>
      dot(
        'rose',
        Math.round(32 + 12 * Math.cos((petal * Math.PI) / 3)),
        Math.round(22 + 12 * Math.sin((petal * Math.PI) / 3)),
        8,
      ),
    ),
    dot('sun', 32, 22, 8),
  ],
  house: [
    box('red', 42, 8, 8, 16),
    box('cream', 11, 28, 42, 31),
    fill('coral', 'M3 32 30 7q2-2 4 0l27 25q-1 3-4 3H7q-3 0-4-3Z'),
    box('grape', 27, 42, 11, 17, 2),
    dot('sun', 35.5, 51, 1.5),
    box('sky', 15, 40, 9, 9, 1),
    box('sky', 41, 40, 9, 9, 1),
    line('white', 1.6, 'M19.5 40v9M15 44.500h9M45.5 40v9M41 44.500h9'),
    dot('ice', 32, 24, 5),
  ],
}
