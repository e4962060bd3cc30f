import { standardQuestions } from '@mimamori/contract/check-questions'
import { morningCheck } from '@mimamori/contract/morning-check'
import { expect, it } from 'vitest'
import { withUnsentChecks } from './apply-unsent.ts'
import { checkRowOf } from './test-checks.ts'

const { isUnsent: _, ...row } = checkRowOf(1)
const action = (path: string, body: object) => ({
  id: 1,
  key: 'k',
  path,
  input: { body: { ...body, at: '2026-07-20T07:30:00+09:00' } },
  at: '2026-07-20T07:30:00+09:00',
  title: '',
  account: 'a',
  refusal: null,
})
const shown = (...actions: ReturnType<typeof action>[]) => withUnsentChecks([row], standardQuestions, actions, '岩本　健')[0]

it('answers that wait are shown with what of them counts', () => {
  expect(shown()).toEqual({ ...row, isUnsent: false })
  const answered = action(morningCheck.answer.path, { userId: 1, answers: { sleep: 'poor', alcohol: 'fair' } })
  expect(shown(answered)).toMatchObject({ state: 'answered', counted: ['sleep'], attention: true, isUnsent: true })
  expect(shown(answered, action(morningCheck.answer.path, { userId: 1, refused: true }))).toMatchObject({
    state: 'refused',
    attention: false,
  })
  expect(shown(action(morningCheck.answer.path, { userId: 2, answers: { sleep: 'poor' } }))).toMatchObject({ isUnsent: false })
  expect(shown(answered, action(morningCheck.followUp.path, { userId: 1, done: 'talked' }))).toMatchObject({
    talkedBy: '岩本　健',
    talkedAt: '2026-07-20T07:30:00+09:00',
  })
})
