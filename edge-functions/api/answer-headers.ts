/** Headers of every answer: no browser guesses its type, and no page of another website embeds it. */
export const answerHeaders = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
} as const

/**
 * Adds the headers of every answer, and the time, by which the app sets its clock: the `Date` of Deno's own HTTP server
 * only moves forward, and stands still after the machine's clock was put back.
 */
export function withAnswerHeaders(answer: Response): Response {
  // Deno upgrades a connection by this very response.
  if (answer.status === 101) return answer
  for (const [name, value] of Object.entries(answerHeaders)) answer.headers.set(name, value)
  answer.headers.set('date', new Date().toUTCString())
  return answer
}
