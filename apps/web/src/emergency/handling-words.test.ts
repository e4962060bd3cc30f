import { expect, it } from 'vitest'
import { handlingInWords } from './handling-words.ts'

const at = '2026-07-20T13:08:00+09:00'
const escalatedTo = (...roles: readonly ('GroupSubLeader' | 'GroupLeader' | 'HeadquartersAdmin')[]) =>
  handlingInWords({ handling: 'open', handledAt: null, pressed: { at, roles: [...roles], onDuty: false, channels: [] } })
const escalatedBy = (onDuty: boolean, ...channels: string[]) =>
  handlingInWords({ handling: 'open', handledAt: null, pressed: { at, roles: onDuty ? [] : ['GroupLeader'], onDuty, channels } })

it('says who was last notified of an unanswered alert', () => {
  expect(escalatedTo('GroupLeader')).toBe('未対応（職長へ再通知 13:08）')
  expect(escalatedTo('GroupSubLeader', 'GroupLeader')).toBe('未対応（副職長・職長へ再通知 13:08）')
  expect(escalatedTo()).toBe('未対応（登録アドレスへ再通知 13:08）')
})

it('names who was called as being on duty as 担当, not by role, and channels by their name', () => {
  expect(escalatedBy(true)).toBe('未対応（担当へ再通知 13:08）')
  expect(escalatedBy(false, '安全管理')).toBe('未対応（職長・通知先 安全管理へ再通知 13:08）')
  expect(escalatedBy(true, '安全管理', '夜間の当番室')).toBe('未対応（全員へ再通知 13:08）')
})

it('says 全員 once everybody is notified again, so that it fits a phone', () =>
  expect(escalatedTo('GroupSubLeader', 'GroupLeader', 'HeadquartersAdmin')).toBe('未対応（全員へ再通知 13:08）'))
