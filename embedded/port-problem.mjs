// Plain JavaScript: `npm start` says it too, before anything is installed.

/** @param {number} port */
export const takenPort = (port) =>
  `Port ${port} is taken by another program. Stop that one, or choose another port: PORT=${port + 1} npm start`

/** @param {number} port */
export const forbiddenPort = (port) => `This user may not open port ${port}. Choose one above 1023: PORT=3000 npm start`
