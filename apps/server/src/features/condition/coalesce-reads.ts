/** The read under way, and the next one, with the requests that came meanwhile. */
type Turn<Request, Answer> = {
  readonly running: Promise<unknown>
  next?: { readonly requests: Request[]; readonly answer: Promise<Answer> }
}

/** Answers a query by one read for all requests of it; `read` is given what each of them wants in particular. */
type CoalesceReads<Request, Answer> = (
  query: string,
  request: Request,
  read: (requests: readonly Request[]) => Promise<Answer>,
) => Promise<Answer>

/**
 * Makes requests of the same query share a read: those that come while it is being read share the next one, since an announced
 * change makes every console of an office send the same query at once. No request is answered by a read that began before it, so a
 * person who has just changed something sees the change.
 */
export const coalesceReads = <Request, Answer>(): CoalesceReads<Request, Answer> => {
  const turns = new Map<string, Turn<Request, Answer>>()

  const begin = (query: string, read: () => Promise<Answer>): Promise<Answer> => {
    const answer = read()
    const turn: Turn<Request, Answer> = { running: answer.catch(() => undefined) }
    turns.set(query, turn)
    void turn.running.then(() => {
      if (turn.next === undefined) turns.delete(query)
    })
    return answer
  }

  return (query, request, read) => {
    const turn = turns.get(query)
    if (turn === undefined) return begin(query, () => read([request]))
    if (turn.next !== undefined) {
      turn.next.requests.push(request)
      return turn.next.answer
    }
    const requests = [request]
    turn.next = { requests, answer: turn.running.then(() => begin(query, () => read(requests))) }
    return turn.next.answer
  }
}
