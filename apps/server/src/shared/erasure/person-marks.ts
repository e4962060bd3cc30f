/** Everything by which texts may name one person: what they are called now and what they were called before. */
export type PersonMarks = {
  readonly userId: number
  readonly names: readonly string[]
  /** The names in kana. */
  readonly readings: readonly string[]
  readonly loginIds: readonly string[]
  readonly workerCodes: readonly string[]
  readonly emails: readonly string[]
  readonly phones: readonly string[]
  /** Somebody else of the company has one of the names: alone it does not say who is meant. */
  readonly hasNamesake: boolean
}

/** Replaces an erased person's name; the number distinguishes the figures of several such people. */
export const erasedName = (userId: number): string => `消去済み（${userId}）`

/** The same in kana. */
export const erasedReading = (userId: number): string => `ショウキョズミ（${userId}）`

/** The same of a login ID, which nobody can sign in with. */
export const erasedLogin = (userId: number): string => `erased-${userId}`

/** Replaces anything else that named them. */
export const erasedText = '（消去済み）'

const honorific = 'さん|様|さま|氏|君|くん|ちゃん|殿'
const han = String.raw`\p{Script=Han}`

const escape = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)

/** The parts of a name: people write it with a space of either width, or without one. */
export const namePartsOf = (name: string): string[] => name.split(/\s+/u).filter((part) => part !== '')

const isLatin = (text: string) => /^[\p{Script=Latin}'’.-]+$/u.test(text)
const isolated = (text: string, pattern: string) => (isLatin(text) ? String.raw`(?<!\p{L})${pattern}(?!\p{L})` : pattern)

// A short name could be a part of another word: 林一 of 林一郎, 林 一 of 小林 一郎.
const shortest = 4
const wholeName = (parts: readonly string[]): string[] => {
  const joined = parts.join('')
  const spaced = parts.map(escape).join(String.raw`\s+`)
  if (isLatin(joined)) return joined.length >= shortest ? [isolated(joined, spaced)] : []
  if (joined.length >= shortest) return [spaced, escape(joined)]
  const alone = (pattern: string) => String.raw`(?<!${han})${pattern}(?=${honorific}|[^${han}]|$)`
  return parts.length > 1 ? [alone(spaced), alone(escape(joined))] : []
}

// Kana of two or three characters are in many words.
const isKana = (text: string) => /^[\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u.test(text)
const partOfName = (part: string): string => {
  if (part.length > 1 && !(isKana(part) && part.length < shortest)) return isolated(part, escape(part))
  return String.raw`(?<!${han})${escape(part)}(?=${honorific})`
}

/** Kana as the other kind writes them. */
const otherKana = (text: string): string =>
  text.replaceAll(/[ァ-ヶ]|[ぁ-ゖ]/gu, (kana) => String.fromCodePoint((kana.codePointAt(0) ?? 0) + (kana >= 'ァ' ? -0x60 : 0x60)))

const separator = String.raw`[-‐–ー\s()（）]{0,2}`
const shortestPhone = 9
const digitsOf = (phone: string) => phone.replaceAll(/\D/g, '')
const phonePattern = (phone: string): string[] => {
  const digits = digitsOf(phone)
  if (digits.length < shortestPhone) return []
  const [first = '', ...rest] = digits
  const from = first === '0' ? String.raw`(?:0|\+?81${separator}0?)` : first
  return [String.raw`(?<!\d)${[from, ...rest].join(separator)}(?!\d)`]
}

const word = String.raw`[0-9A-Za-z_@]`
const wordPattern = (text: string) => String.raw`(?<!${word}|[.-])${escape(text)}(?!${word}|-)`

/** Whether a code is unlike any word or number that texts use for something else. */
const isUnmistakable = (code: string) => code.length >= 5 && /\p{L}/u.test(code) && (/[^\p{L}]/u.test(code) || code.length >= 8)

const longestFirst = (patterns: readonly string[]) => [...new Set(patterns)].toSorted((one, other) => other.length - one.length)

const combined = (patterns: readonly string[]): RegExp | undefined =>
  patterns.length === 0 ? undefined : new RegExp(longestFirst(patterns).join('|'), 'giu')

/** The patterns by which texts are searched. */
export type MarkPatterns = {
  /** The whole name; undefined if none is long enough to be distinguished from other words, or a namesake may be meant. */
  readonly names: RegExp | undefined
  /** Also its parts, for texts about the person. */
  readonly namesAndParts: RegExp | undefined
  /** Mail addresses, telephone numbers, login IDs and codes. */
  readonly others: RegExp | undefined
  /** Names as a whole text. */
  readonly exact: ReadonlySet<string>
}

/** A name without its spaces, by which two spellings are recognised as the same. */
export const foldName = (name: string): string => name.normalize('NFKC').replaceAll(/\s/gu, '')

export const patternsOf = (marks: PersonMarks): MarkPatterns => {
  const called = [...marks.names, ...marks.readings, ...marks.readings.map(otherKana)].map(namePartsOf)
  const whole = called.flatMap(wholeName)
  const parts = called.flatMap((name) => name.map(partOfName))
  const codes = [...marks.loginIds, ...marks.workerCodes].filter(isUnmistakable)
  return {
    names: marks.hasNamesake ? undefined : combined(whole),
    namesAndParts: combined([...whole, ...parts]),
    others: combined([...marks.emails, ...codes].map(wordPattern).concat(marks.phones.flatMap(phonePattern))),
    exact: new Set([...marks.names, ...marks.readings].map(foldName)),
  }
}

// PostgreSQL knows neither scripts nor all of these: what it finds is read again by the patterns above.
const inJson = (text: string) => JSON.stringify(text).slice(1, -1)

/** A pattern for PostgreSQL (`~*`) of all texts that may name the person, also in JSON; null where nothing is known. */
export const searchPattern = (marks: PersonMarks): string | null => {
  const called = [...marks.names, ...marks.readings, ...marks.readings.map(otherKana)]
  const spaced = called.map((name) =>
    namePartsOf(name)
      .map((part) => escape(inJson(part)))
      .join('[[:space:]　]*'),
  )
  const phones = marks.phones.map(digitsOf).filter((digits) => digits.length >= shortestPhone)
  const numbers = phones.map((digits) => digits.replace(/^0/, '').split('').join('[^0-9]{0,2}'))
  const words = [...marks.emails, ...marks.loginIds, ...marks.workerCodes].map((text) => escape(inJson(text)))
  const all = [...spaced, ...numbers, ...words].filter((pattern) => pattern !== '')
  return all.length === 0 ? null : [...new Set(all)].join('|')
}
