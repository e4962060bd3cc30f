import { createInterface } from 'node:readline/promises'
import { type Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'

/** Where the operator sits; `isTTY` is absent where nobody does. */
export type Terminal = { readonly input: Readable & { readonly isTTY?: boolean }; readonly output: Writable }

const ownTerminal = (): Terminal => ({ input: process.stdin, output: process.stderr })

/** What the operator types; empty at the end of the input. */
export const ask = async (question: string, { input, output }: Terminal = ownTerminal()): Promise<string> => {
  const prompt = createInterface({ input, output })
  const ended = new Promise<string>((resolve) => prompt.once('close', () => resolve('')))
  const answer = await Promise.race([prompt.question(question), ended])
  prompt.close()
  return answer.trim()
}

/** What the operator types, without showing it; the whole input where it comes from no terminal, such as a file. */
export const askSecret = async (question: string, { input, output }: Terminal = ownTerminal()): Promise<string> => {
  if (input.isTTY !== true) return (await text(input)).trim()
  output.write(question)
  const hidden = createInterface({ input, output: new Writable({ write: (_chunk, _encoding, done) => done() }), terminal: true })
  try {
    return (await hidden.question('')).trim()
  } finally {
    hidden.close()
    output.write('\n')
  }
}

/** Whether the operator says yes; anything else is no. */
export const askYes = async (question: string, terminal: Terminal = ownTerminal()): Promise<boolean> =>
  /^(y|yes|はい)$/i.test(await ask(question, terminal))

/**
 * Asks before what cannot be undone.
 * @throws Error where the operator says no, or where there is nobody to ask
 */
export const askFirst = async (question: string, terminal: Terminal = ownTerminal()): Promise<void> => {
  if (terminal.input.isTTY !== true)
    throw new Error(`${question}\n確かめずに行うなら --yes を付けてください。 / To do it without being asked add --yes.`)
  if (!(await askYes(`${question} (yes/no) `, terminal))) throw new Error('中止しました。 / Nothing was done.')
}
