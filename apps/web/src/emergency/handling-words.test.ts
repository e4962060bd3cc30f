import { expect, it } from 'vitest'
import { handlingInWords } from './handling-words.ts'

const at = '2026-07-20T13:08:00+09:00'
const escalatedTo = (...roles: readonly ('GroupSubLeader' | 'GroupLeader' | 'HeadquartersAdmin')[]) =>
  handlingInWords({ handling: 'open', handledAt: null, pressed: { at, roles: [...roles] } })

it('says who was last notified of an unanswered alert', () => {
  expect(escalatedTo('GroupLeader')).toBe('未対応（職長へ再通知 13:08）')
  expect(escalatedTo('GroupSubLeader', 'GroupLeader')).toBe('未対応（副職長・職長へ再通知 13:08）')
  expect(escalatedTo()).toBe('未対応（登録アドレスへ再通知 13:08）')
})

it('says 全員 once everybody is notified again, so that it fits a phone', () =>
  expect(escalatedTo('GroupSubLeader', 'GroupLeader', 'HeadquartersAdmin')).toBe('未対応（全員へ再通知 13:08）'))
