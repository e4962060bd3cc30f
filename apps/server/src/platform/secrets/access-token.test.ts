import { expect, test } from 'vitest'
import { accessTokens, accessTokenSeconds } from './access-token.ts'

const claims = { companyId: 7, userId: 42, sessionId: '0190a0a0-0000-7000-8000-000000000001' }
const issuedAt = new Date('2026-07-20T13:00:00+09:00')
const later = (seconds: number) => new Date(issuedAt.getTime() + seconds * 1_000)

test('a token says the same each time until it expires, also one that was read before', async () => {
  const tokens = accessTokens(['a secret that is long enough for it'])
  const token = await tokens.sign(claims, issuedAt)
  for (const seconds of [0, 1, accessTokenSeconds - 1]) expect(await tokens.read(token, later(seconds))).toEqual(claims)
  for (const seconds of [accessTokenSeconds, accessTokenSeconds + 1]) expect(await tokens.read(token, later(seconds))).toBeUndefined()
})

test('a token that differs from one read before by its claims or its signature is nobody’s', async () => {
  const tokens = accessTokens(['a secret that is long enough for it'])
  const [head = '', body = '', signature = ''] = (await tokens.sign(claims, issuedAt)).split('.')
  expect(await tokens.read(`${head}.${body}.${signature}`, issuedAt)).toEqual(claims)
  const other = (await tokens.sign({ ...claims, userId: 43 }, issuedAt)).split('.')
  const forged = await accessTokens(['another secret, just as long as that']).sign(claims, issuedAt)
  for (const token of [`${head}.${other[1]}.${signature}`, `${head}.${body}.${other[2]}`, forged])
    expect(await tokens.read(token, issuedAt)).toBeUndefined()
})
