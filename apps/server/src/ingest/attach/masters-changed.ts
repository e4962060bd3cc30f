/** Somebody changed what a batch goes by while it waited for a lock: it runs again, by what holds now. */
export class MastersChanged extends Error {
  override readonly name = 'MastersChanged'

  constructor(what: string) {
    super(`${what} changed while a batch waited`)
  }
}
