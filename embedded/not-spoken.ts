/** Answers a call of Supabase that the product does not use. `what` begins the sentence; the clients of all services find it in one of the fields. */
export function notSpoken(what: string): Response {
  const sentence = `${what} is not part of the embedded stack. Run Bubblequest on Supabase to use it.`
  const code = 'not_implemented'
  return Response.json({ code, error_code: code, error: code, message: sentence, msg: sentence }, { status: 501 })
}
