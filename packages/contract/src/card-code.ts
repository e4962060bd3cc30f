/**
 * What a worker's card says (decisions/0130). Its QR code holds two texts without a mark between them: the code of the card, by which the
 * hand-out knows whose it is, and the sign-in number, which signs the worker in together with their PIN. The sign-in number is
 * printed beside the QR code too, for browsers without a camera: the number of the company, then the secret.
 */

/** Only capital letters and digits: a scanner that types is read rightly whatever layout the keyboard has. Without 0, 1, I, O. */
export const cardAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const bitsOfLetter = 5

const prefix = 'MMC'
/** Random letters after the prefix. */
export const codeLetters = 14
const codeLength = prefix.length + codeLetters
/** 60 bits. */
export const secretLetters = 12

const greatestCompanyId = 2_147_483_647

/** The code of a card from its random letters. */
export const cardCodeOf = (letters: string): string => `${prefix}${letters}`

const writeNumber = (value: number): string => {
  const last = cardAlphabet[value % cardAlphabet.length] ?? ''
  return value < cardAlphabet.length ? last : writeNumber(Math.floor(value / cardAlphabet.length)) + last
}

const readNumber = (text: string): number =>
  Array.from(text).reduce((sum, letter) => sum * 2 ** bitsOfLetter + cardAlphabet.indexOf(letter), 0)

/** The number that signs in with a card. @param secret of `secretLetters` letters */
export const signInNumberOf = (companyId: number, secret: string): string => `${writeNumber(companyId)}${secret}`

/** A sign-in number as it is printed: `2F-K7QM-2XPD-94WB`. */
export const printedSignInNumber = (signInNumber: string): string =>
  [signInNumber.slice(0, -secretLetters), ...(signInNumber.slice(-secretLetters).match(/.{4}/g) ?? [])].join('-')

/** Capital letters at half width, without the hyphens of the printed number and without blanks. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s‐‑–—ー-]/g, '')

const isOfAlphabet = (text: string): boolean => Array.from(text).every((letter) => cardAlphabet.includes(letter))

/** The code of a card in what was scanned, or the text itself where it is no card. */
export const handOutCodeOf = (text: string): string => {
  const code = plain(text)
  return code.length > codeLength && code.startsWith(prefix) && isOfAlphabet(code) ? code.slice(0, codeLength) : text
}

/** What a card signs in with: the company and the secret. */
export type CardSignIn = { readonly companyId: number; readonly secret: string }

/**
 * Reads a scanned card or a typed sign-in number. `handOutOnly` for a card that was printed before cards could sign in; undefined for
 * any other text.
 */
export const readCard = (text: string): CardSignIn | 'handOutOnly' | undefined => {
  const code = plain(text)
  if (!isOfAlphabet(code)) return undefined
  if (code.length === codeLength && code.startsWith(prefix)) return 'handOutOnly'
  const number = code.length > codeLength + secretLetters && code.startsWith(prefix) ? code.slice(codeLength) : code
  const companyId = readNumber(number.slice(0, -secretLetters))
  if (number.length <= secretLetters || companyId > greatestCompanyId) return undefined
  return { companyId, secret: number.slice(-secretLetters) }
}
