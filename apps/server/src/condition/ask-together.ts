/** The reading under way, and the next one, with what those asked who came meanwhile. */
type Turn<Asked, Answer> = {
  readonly running: Promise<unknown>
  next?: { readonly asked: Asked[]; readonly answer: Promise<Answer> }
}

/** Answers a question by one reading for all who put it; what each of them `asked` in particular is told to the reading. */
type AskTogether<Asked, Answer> = (question: string, asked: Asked, read: (asked: readonly Asked[]) => Promise<Answer>) => Promise<Answer>

/**
 * Lets those who ask the same while it is being read share the next reading: an announced change makes every console of
 * an office ask at once. Nobody gets a reading that began before they asked, so whoever has just changed something sees
 * the change.
 */
export const askTogether = <Asked, Answer>(): AskTogether<Asked, Answer> => {
  const turns = new Map<string, Turn<Asked, Answer>>()

  const begin = (question: string, read: () => Promise<Answer>): Promise<Answer> => {
    const answer = read()
    const turn: Turn<Asked, Answer> = { running: answer.catch(() => undefined) }
    turns.set(question, turn)
    void turn.running.then(() => {
      if (turn.next === undefined) turns.delete(question)
    })
    return answer
  }

  return (question, asked, read) => {
    const turn = turns.get(question)
    if (turn === undefined) return begin(question, () => read([asked]))
    if (turn.next !== undefined) {
      turn.next.asked.push(asked)
      return turn.next.answer
    }
    const all = [asked]
    turn.next = { asked: all, answer: turn.running.then(() => begin(question, () => read(all))) }
    return turn.next.answer
  }
}
