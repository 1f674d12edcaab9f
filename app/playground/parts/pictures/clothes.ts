import { box, dot, fill, line, oval } from './drawing.ts'

export const clothes = {
  hat: [
    oval('grape', 32, 48, 29, 8),
    fill('grape', 'M16 47 14 10q18 6 36 0l-2 37q-16 6-32 0Z'),
    fill('sun', 'M15.5 34q17 6 33 0l-.5 9q-16 6-32 0Z'),
    oval('lilac', 32, 11, 18, 4),
  ],
  shoe: [
    fill('red', 'M6 16q8 6 16 0l16 15c6 4 18 4 20 12v6H6Z'),
    fill('white', 'M4 46h55q1 9-5 9H8q-4 0-4-4Z'),
    line('grey', 2, 'M4 51h54'),
    line('white', 3, 'M24 27l7-5M29 32l7-5M34 36l6-5'),
    dot('sun', 14, 34, 5),
  ],
  sock: [
    fill('sky', 'M22 8h22v26c0 6-8 8-12 14-5 9-22 13-25 3-2-7 4-10 10-14 4-3 5-6 5-11Z'),
    fill('grape', 'M20 4h26v10H20ZM7 51c-2-7 4-10 8-12q9 5 8 18c-7 3-14 1-16-6Z'),
    line('white', 4, 'M22 21h22M22 29h22'),
    line('grape', 5, 'M44 34q-6 0-9 6'),
  ],
  shirt: [
    fill('gem', 'M22 8 4 18l6 16 8-4v28h28V30l8 4 6-16L42 8q-3 7-10 7T22 8Z'),
    line('mint', 4, 'M19 36h26M19 46h26'),
    line('mint', 2.5, 'M22 9q3 7 10 7t10-7'),
  ],
  mitten: [
    fill('red', 'M20 46V22C20 2 46 2 46 22v24ZM22 42C8 40 2 28 8 23s10 4 14 5Z'),
    box('cream', 17, 45, 32, 13, 5),
    line('silver', 2, 'M25 47v9M33 47v9M41 47v9'),
    line('white', 3, 'M33 18v16M26 22l14 8M40 22l-14 8'),
  ],
}
