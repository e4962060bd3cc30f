import { z } from 'zod'

export const pinDigits = 6

/** Six digits, also typed at full width. */
export const Pin = z
  .string()
  .transform((text) => text.normalize('NFKC').trim())
  .pipe(z.string().refine((text) => /^\d{6}$/.test(text), { params: { rule: 'pin' } }))

/** Chosen far more often than others: those with a pattern that no rule below describes. Project choice. */
const popular: ReadonlySet<string> = new Set([
  '112233',
  '332211',
  '123321',
  '321123',
  '147258',
  '258369',
  '147852',
  '159753',
  '102030',
  '010203',
])

const isRepeated = (pin: string): boolean => [1, 2, 3].some((length) => pin.slice(0, length).repeat(pinDigits / length) === pin)

/** 123456, 890123, 654321: each digit follows the one before, upward or downward. */
const isRow = (pin: string): boolean =>
  [1, 9].some((step) => Array.from(pin).every((digit, at) => at === 0 || Number(digit) === (Number(pin[at - 1]) + step) % 10))

// The years in which the Japanese eras began, less one: a birth year is often written in them.
const eras = [1925, 1988, 2018]

const formsOfBirth = (day: string): string[] => {
  const [year = '', month = '', date = ''] = day.split('-')
  const short = [
    year.slice(2),
    ...eras.filter((before) => Number(year) > before).map((before) => String(Number(year) - before).padStart(2, '0')),
  ]
  return [
    `${year}${month}`,
    `${month}${year}`,
    ...short.flatMap((two) => [`${two}${month}${date}`, `${month}${date}${two}`, `${date}${month}${two}`]),
  ]
}

/** What others know of a person and might try. */
export type KnownOfPerson = { readonly dateOfBirth: string | null; readonly phoneNumber: string | null }

/** Whether a PIN is among those that a stranger tries first: one digit, a row, a pattern, the day of birth, the end of the phone number. */
export const isTrivialPin = (pin: string, { dateOfBirth, phoneNumber }: KnownOfPerson): boolean =>
  isRepeated(pin) ||
  isRow(pin) ||
  popular.has(pin) ||
  (dateOfBirth !== null && formsOfBirth(dateOfBirth).includes(pin)) ||
  (phoneNumber !== null && phoneNumber.replaceAll(/\D/g, '').endsWith(pin))
