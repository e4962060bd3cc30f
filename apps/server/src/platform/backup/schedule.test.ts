import { expect, test } from 'vitest'
import type { BackupRun, BackupState } from './backup-runs.ts'
import { faultOfBackups } from './backup-runs.ts'
import { isBackupDue, isCheckDue, nameOfBackup, surplusBackups, timeOfBackup } from './schedule.ts'

const at = (text: string) => new Date(`${text}+09:00`)
const run = (kind: BackupRun['kind'], state: BackupRun['state'], began: string): BackupRun => ({
  kind,
  state,
  file: 'f',
  place: null,
  startedAt: at(began),
  endedAt: at(began),
  isEncrypted: false,
  bytes: null,
  rows: null,
  files: null,
  error: null,
  warning: null,
})
const none: BackupState = { lastGood: null, lastBackup: null, lastCheck: null, lastPassed: null, firstAt: null }
const good = (began: string): BackupState => {
  const made = run('backup', 'done', began)
  return { ...none, lastGood: made, lastBackup: made }
}

test('the name of a backup is its time', () => {
  const name = nameOfBackup(at('2026-07-20T03:00:05'))
  expect(name).toBe('mimamori-20260719T180005Z.backup')
  expect(timeOfBackup(name)).toEqual(at('2026-07-20T03:00:05'))
  expect(timeOfBackup('mimamori-erasures.json')).toBeUndefined()
  expect(timeOfBackup(`${name}.12.partial`)).toBeUndefined()
})

test('a backup is due once a night, at once where there is none, and an hour after a failure', () => {
  expect(isBackupDue(none, 3, at('2026-07-20T13:00:00'))).toBe(true)
  expect(isBackupDue(good('2026-07-20T03:00:20'), 3, at('2026-07-21T02:59:59'))).toBe(false)
  expect(isBackupDue(good('2026-07-20T03:00:20'), 3, at('2026-07-21T03:00:00'))).toBe(true)
  // Made by hand of the schedule, before the hour of the day.
  expect(isBackupDue(good('2026-07-20T01:00:00'), 23, at('2026-07-20T22:59:59'))).toBe(false)
  const failed = { ...good('2026-07-20T03:00:00'), lastBackup: run('backup', 'failed', '2026-07-21T03:00:00') }
  expect(isBackupDue(failed, 3, at('2026-07-21T03:59:59'))).toBe(false)
  expect(isBackupDue(failed, 3, at('2026-07-21T04:00:00'))).toBe(true)
})

test('the newest backup is checked once a week, and a day after a check that failed', () => {
  expect(isCheckDue(none, at('2026-07-20T03:00:00'))).toBe(false)
  const made = good('2026-07-20T03:00:00')
  expect(isCheckDue(made, at('2026-07-20T03:01:00'))).toBe(true)
  const checked = { ...made, lastCheck: run('check', 'done', '2026-07-20T03:01:00') }
  expect(isCheckDue(checked, at('2026-07-26T23:00:00'))).toBe(false)
  expect(isCheckDue(checked, at('2026-07-27T03:00:30'))).toBe(true)
  const failed = { ...made, lastCheck: run('check', 'failed', '2026-07-20T03:01:00') }
  expect(isCheckDue(failed, at('2026-07-20T23:00:00'))).toBe(false)
  expect(isCheckDue(failed, at('2026-07-21T03:00:30'))).toBe(true)
})

test('all backups of the last days are kept, the last of each week before, and always the newest', () => {
  const now = at('2026-07-20T04:00:00')
  const nights = Array.from({ length: 100 }, (_, day) => nameOfBackup(new Date(at('2026-07-20T03:00:00').getTime() - day * 86_400_000)))
  const foreign = ['mimamori-erasures.json', 'before-the-move.backup']
  const surplus = surplusBackups([...nights, ...foreign], { days: 14, weeks: 4 }, now)
  const kept = nights.filter((name) => !surplus.includes(name))
  expect(surplus.filter((name) => foreign.includes(name))).toEqual([])
  expect(kept.slice(0, 14)).toEqual(nights.slice(0, 14))
  // The Sundays before those days; 20 July is a Monday.
  expect(kept.slice(14).map((name) => timeOfBackup(name))).toEqual(
    ['2026-07-05', '2026-06-28', '2026-06-21', '2026-06-14'].map((day) => at(`${day}T03:00:00`)),
  )
  expect(surplusBackups(nights.slice(90, 91), { days: 1, weeks: 0 }, now)).toEqual([])
  expect(surplusBackups(nights.slice(90), { days: 1, weeks: 0 }, now)).toEqual(nights.slice(91))
})

test('a clock that is ahead for a while removes one backup at most, and what it left is passed over', () => {
  const now = at('2026-07-20T04:00:00')
  const nights = Array.from({ length: 71 }, (_, day) => nameOfBackup(new Date(at('2026-07-20T03:00:00').getTime() - day * 86_400_000)))
  const kept = { days: 14, weeks: 8 }
  const before = new Set(surplusBackups(nights, kept, now))
  const ahead = nameOfBackup(at('2030-01-01T00:00:00'))
  const meanwhile = surplusBackups([...nights, ahead], kept, at('2030-01-01T00:10:00'))
  expect(meanwhile.filter((name) => !before.has(name))).toHaveLength(1)
  expect(surplusBackups([...nights, ahead], kept, now)).toEqual([...before])
})

test('what is known to come back is kept, and while checks fail all that is older than it', () => {
  const now = at('2026-07-20T04:00:00')
  const nights = Array.from({ length: 5 }, (_, day) => nameOfBackup(new Date(at('2026-07-20T03:00:00').getTime() - day * 86_400_000)))
  const [, spoilt = '', passed = '', older = '', oldest = ''] = nights
  expect(surplusBackups(nights, { days: 1, weeks: 0, passed }, now)).toEqual([spoilt, older, oldest])
  expect(surplusBackups(nights, { days: 1, weeks: 0, passed, areChecksFailing: true }, now)).toEqual([spoilt])
})

test('an operator is called when a backup failed or is late, or its check failed or is late', () => {
  const since = at('2026-07-01T00:00:00')
  const checked = { ...good('2026-07-20T03:00:00'), lastCheck: run('check', 'done', '2026-07-18T03:00:00') }
  expect(faultOfBackups(checked, since, at('2026-07-21T04:00:00'))).toBeUndefined()
  expect(faultOfBackups(checked, since, at('2026-07-21T10:00:00'))).toBe('backupLate')
  expect(faultOfBackups(none, at('2026-07-20T00:00:00'), at('2026-07-20T01:00:00'))).toBeUndefined()
  expect(faultOfBackups({ ...checked, lastBackup: run('backup', 'failed', '2026-07-20T04:00:00') }, since, at('2026-07-20T05:00:00'))).toBe(
    'backupFailed',
  )
  const impossible = { ...checked, lastCheck: run('check', 'impossible', '2026-07-18T03:00:00') }
  expect(faultOfBackups(impossible, since, at('2026-07-20T05:00:00'))).toBeUndefined()
  expect(faultOfBackups({ ...checked, lastCheck: run('check', 'failed', '2026-07-20T03:00:00') }, since, at('2026-07-20T05:00:00'))).toBe(
    'checkFailed',
  )
  expect(faultOfBackups({ ...checked, lastCheck: null }, since, at('2026-07-20T05:00:00'))).toBe('checkLate')
})

test('a process that is restarted again and again is late too, once it had a moment to catch up', () => {
  const now = at('2026-07-20T12:00:00')
  const old = { ...good('2025-08-20T03:00:00'), lastCheck: run('check', 'done', '2025-08-20T03:00:00') }
  expect(faultOfBackups(old, at('2026-07-20T11:00:00'), now)).toBeUndefined()
  expect(faultOfBackups(old, at('2026-07-20T08:00:00'), now)).toBe('backupLate')
  const since = at('2026-07-20T08:00:00')
  expect(faultOfBackups({ ...none, firstAt: at('2026-07-19T12:00:00') }, since, now)).toBeUndefined()
  expect(faultOfBackups({ ...none, firstAt: at('2026-07-19T03:00:00') }, since, now)).toBe('backupLate')
  const unchecked = { ...good('2026-07-20T03:00:00'), firstAt: at('2026-07-10T03:00:00') }
  expect(faultOfBackups(unchecked, since, now)).toBe('checkLate')
})
