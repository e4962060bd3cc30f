import { expect, test } from 'vitest'
import { createLog } from './log.ts'

test('secrets do not reach the log', () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  log.info(
    { password: 'hidden', req: { headers: { authorization: 'Bearer hidden' } }, body: { newPassword: 'hidden', refreshToken: 'hidden' } },
    'said',
  )
  expect(lines.join('')).toContain('said')
  expect(lines.join('')).not.toContain('hidden')
})
