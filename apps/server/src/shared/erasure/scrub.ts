import { identifyingFields } from '../audit/log-chain.ts'
import { erasedName, erasedText, foldName, patternsOf, type PersonMarks } from './person-marks.ts'

/** How a value is read: `about` the person, so that also parts of their name are theirs, or about anything else. */
export type Subject = 'about' | 'other'

/** Takes one person out of texts and values; what names nobody comes back as it was. */
export type Scrubber = {
  readonly text: (text: string, subject?: Subject) => string
  readonly value: (value: unknown, subject?: Subject) => unknown
}

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

const nameFields: ReadonlySet<string> = new Set(['fullName', 'workerName', 'displayName', 'personName'])
const loginFields: ReadonlySet<string> = new Set(['userName', 'loginId'])
const personFields: ReadonlySet<string> = new Set([...identifyingFields, ...nameFields, 'age', 'leaderContact'])

/** Whom an object is of; undefined where it says nothing. */
const ownerOf = ({ userId, workerId }: Fields): number | undefined => {
  const id = Number(userId ?? workerId ?? Number.NaN)
  return Number.isInteger(id) ? id : undefined
}

/** What takes a person out of texts and JSON values, by everything they are known by. */
export const createScrubber = (marks: PersonMarks): Scrubber => {
  const { names, namesAndParts, others, exact } = patternsOf(marks)
  const label = erasedName(marks.userId)
  const logins = new Set(marks.loginIds)
  const codes = new Set(marks.workerCodes)

  const isWholeName = (text: string, subject: Subject) => (subject === 'about' || !marks.hasNamesake) && exact.has(foldName(text))

  const text = (given: string, subject: Subject = 'other'): string => {
    if (isWholeName(given, subject)) return label
    const pattern = subject === 'about' ? namesAndParts : names
    // A kept label must not lose its own words to a mark.
    const without = others === undefined ? given : given.replaceAll(others, erasedText)
    return pattern === undefined ? without : without.replaceAll(pattern, label)
  }

  const ofPerson = (fields: Fields): Fields =>
    Object.fromEntries(
      Object.entries(fields).map(([key, own]) => {
        if (own === null) return [key, null]
        if (nameFields.has(key)) return [key, label]
        return [key, personFields.has(key) ? null : value(own, 'about')]
      }),
    )

  const ofSomebodyElse = (fields: Fields): Fields =>
    Object.fromEntries(Object.entries(fields).map(([key, own]) => [key, personFields.has(key) ? own : value(own)]))

  // Names in the order of the people's numbers, as alerts of several people keep them.
  const listed = ({ names: called, userIds }: Fields): unknown =>
    Array.isArray(called) && Array.isArray(userIds)
      ? called.map((name: unknown, index) => (userIds[index] === marks.userId ? label : name))
      : undefined

  const ofNobody = (fields: Fields, subject: Subject): Fields => {
    const known = listed(fields)
    return Object.fromEntries(
      Object.entries(fields).map(([key, own]) => {
        if (key === 'names' && known !== undefined) return [key, known]
        if (loginFields.has(key) && typeof own === 'string' && logins.has(own)) return [key, null]
        if (key === 'workerCode' && typeof own === 'string' && codes.has(own)) return [key, null]
        return [key, value(own, subject)]
      }),
    )
  }

  const value = (given: unknown, subject: Subject = 'other'): unknown => {
    if (typeof given === 'string') return text(given, subject)
    if (Array.isArray(given)) return given.map((item: unknown) => value(item, subject))
    if (!isFields(given)) return given
    const owner = ownerOf(given)
    if (owner === undefined) return ofNobody(given, subject)
    return owner === marks.userId ? ofPerson(given) : ofSomebodyElse(given)
  }

  return { text, value }
}
