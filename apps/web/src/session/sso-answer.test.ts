import { ssoFailures } from '@mimamori/contract/single-sign-on'
import { expect, test } from 'vitest'
import { readSsoAnswer } from './sso-answer.ts'

test.each(ssoFailures)('%s has words of its own', (reason) => {
  expect(readSsoAnswer(`#ssoFailure=${reason}`)).toEqual({ failure: expect.stringMatching(/。$/) as string })
})

test('a code is read, and any other address says nothing', () => {
  expect(readSsoAnswer('#ssoCode=3.abc')).toEqual({ code: '3.abc' })
  for (const hash of ['', '#', '#section', '#ssoFailure=unheard-of']) expect(readSsoAnswer(hash)).toBeNull()
})
