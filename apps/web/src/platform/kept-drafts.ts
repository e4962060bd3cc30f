const prefix = 'draft '

type StoredDraft = {
  readonly account: string
  /** What the form began with, as a digest. */
  readonly basis: string
  readonly values: Readonly<Record<string, unknown>>
}

/** Which form: whose, on which screen, and what it began with. */
export type DraftKey = { readonly account: string; readonly screen: string; readonly form: string; readonly basis: string }

const nameOf = ({ screen, form }: DraftKey) => `${prefix}${screen} ${form}`

/** A number of 53 bits that distinguishes texts without holding them (cyrb53). */
const digestOf = (text: string): string => {
  let [one, other] = [0xdeadbeef, 0x41c6ce57]
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    one = Math.imul(one ^ code, 2_654_435_761)
    other = Math.imul(other ^ code, 1_597_334_677)
  }
  one = Math.imul(one ^ (one >>> 16), 2_246_822_507) ^ Math.imul(other ^ (other >>> 13), 3_266_489_909)
  other = Math.imul(other ^ (other >>> 16), 2_246_822_507) ^ Math.imul(one ^ (one >>> 13), 3_266_489_909)
  return (4_294_967_296 * (2_097_151 & other) + (one >>> 0)).toString(36)
}

/** What was typed when a session ended, kept in a storage until the same person is back. */
export const createKeptDrafts = (storage: Storage) => {
  const names = () => Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '').filter((name) => name.startsWith(prefix))
  const read = (name: string): StoredDraft | undefined => {
    const text = storage.getItem(name)
    return text === null ? undefined : (JSON.parse(text) as StoredDraft)
  }
  return {
    keep: (key: DraftKey, values: StoredDraft['values']): void => {
      const stored: StoredDraft = { account: key.account, basis: digestOf(key.basis), values }
      try {
        storage.setItem(nameOf(key), JSON.stringify(stored))
      } catch (error) {
        // A storage that is full keeps nothing; the session has ended all the same.
        if (!(error instanceof DOMException)) throw error
      }
    },
    /** What the person typed into the form, where it still begins as it did then. */
    find: (key: DraftKey): StoredDraft['values'] | undefined => {
      const stored = read(nameOf(key))
      return stored?.account === key.account && stored.basis === digestOf(key.basis) ? stored.values : undefined
    },
    remove: (key: DraftKey): void => storage.removeItem(nameOf(key)),
    forget: (): void => {
      for (const name of names()) storage.removeItem(name)
    },
    /** Forgets what anybody else typed. */
    forgetOthers: (account: string): void => {
      for (const name of names()) if (read(name)?.account !== account) storage.removeItem(name)
    },
  }
}

/** Those of this tab. */
export const keptDrafts = createKeptDrafts(sessionStorage)
