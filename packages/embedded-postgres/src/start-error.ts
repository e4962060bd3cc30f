/**
 * The embedded database cannot be started and trying again will not help.
 * `message` is one line for the person at the terminal, Japanese first, without secrets.
 */
export class DatabaseStartError extends Error {
  override readonly name = 'DatabaseStartError'

  constructor(japanese: string, english: string, options?: ErrorOptions) {
    super(`${japanese} / ${english}`, options)
  }
}
