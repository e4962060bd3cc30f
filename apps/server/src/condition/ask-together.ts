/** A question being answered, and the next answer, for those who asked meanwhile. */
type Turn<Answer> = { readonly running: Promise<unknown>; next?: Promise<Answer> }

/**
 * Lets those who ask the same while an answer to it is being read share the next one: a change that is announced makes
 * every console of an office ask at once. Nobody is given an answer that was begun before they asked, so that whoever has
 * just changed something sees it.
 */
export const askTogether = <Answer>(): ((question: string, read: () => Promise<Answer>) => Promise<Answer>) => {
  const turns = new Map<string, Turn<Answer>>()

  const begin = (question: string, read: () => Promise<Answer>): Promise<Answer> => {
    const answer = read()
    const turn: Turn<Answer> = { running: answer.catch(() => undefined) }
    turns.set(question, turn)
    void turn.running.then(() => {
      if (turn.next === undefined) turns.delete(question)
    })
    return answer
  }

  return (question, read) => {
    const turn = turns.get(question)
    if (turn === undefined) return begin(question, read)
    return (turn.next ??= turn.running.then(() => begin(question, read)))
  }
}
