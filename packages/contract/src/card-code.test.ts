import { expect, it, test } from 'vitest'
import { cardCodeOf, handOutCodeOf, printedSignInNumber, readCard, signInNumberOf } from './card-code.ts'

const code = cardCodeOf('ABCDEFGHJKLMNP')
const secret = 'K7QM2XPD94WB'

it.each([1, 31, 32, 1_024, 2_147_483_647])(
  'a card of company %d is read as it was printed, by its QR code and by its number',
  (companyId) => {
    const number = signInNumberOf(companyId, secret)
    for (const text of [code + number, number, printedSignInNumber(number), ` ${printedSignInNumber(number).toLowerCase()} `])
      expect(readCard(text)).toEqual({ companyId, secret })
    expect(handOutCodeOf(code + number)).toBe(code)
  },
)

test('a card of before cards could sign in still serves the hand-out, and says what it lacks', () => {
  expect(readCard(code)).toBe('handOutOnly')
  expect(handOutCodeOf(code)).toBe(code)
})

it.each(['', '1045', '大久保', secret, 'B-K7QM-2XPD-94W0', `ZZZZZZZ${secret}`])(
  '「%s」 is no card, and the hand-out looks for it as it is',
  (text) => {
    expect(readCard(text)).toBeUndefined()
    expect(handOutCodeOf(text)).toBe(text)
  },
)
