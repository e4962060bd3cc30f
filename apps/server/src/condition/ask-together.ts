/** The reading under way, and the next one, for those who asked meanwhile. */
type Turn<Answer> = { readonly running: Promise<unknown>; next?: Promise<Answer> }

/**
 * Lets those who ask the same while it is being read share the next reading: an announced change makes every console of
 * an office ask at once. Nobody gets a reading that began before they asked, so whoever has just changed something sees
 * the change.
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
