import { expect, test } from 'vitest'
import type { BackupRun } from '../../platform/backup/backup-runs.ts'
import { reasonsAgainst } from './alarm-verdict.ts'
import { assessBackup } from './assess-backup.ts'
import { assessDatabase, assessStandby, type DatabaseFacts } from './assess-database.ts'
import { assessJobs, judgeJobs, type JobTurn } from './assess-jobs.ts'
import { assessChannels, assessMail, assessPush, type MailFacts } from './assess-notices.ts'
import {
  failingNeedsHandMs,
  lateGraceMs,
  noWayInMs,
  noWritesMs,
  silentProcessMs,
  slowAnswerMs,
  tooSlowAnswerMs,
  undecidedMs,
  unwrittenNeedsHandMs,
  waitingAttentionMs,
  waitingNeedsHandMs,
} from './thresholds.ts'

const now = new Date('2026-07-20T13:00:00+09:00')
const ago = (ms: number) => new Date(now.getTime() - ms)

const calm = { unwrittenMs: 0, jobsSilentMs: 0, undecidedMs: 0, unsentAlerts: 0, noWayInMs: 0 }

test.each([
  [{ unwrittenMs: noWritesMs - 1 }, 0],
  [{ unwrittenMs: noWritesMs }, 1],
  [{ jobsSilentMs: silentProcessMs - 1 }, 0],
  [{ jobsSilentMs: silentProcessMs }, 1],
  [{ undecidedMs: undecidedMs - 1 }, 0],
  [{ undecidedMs }, 1],
  [{ unsentAlerts: 1 }, 1],
  [{ noWayInMs: noWayInMs - 1 }, 0],
  [{ noWayInMs }, 1],
])('of alarms with %o there are %i reasons why they reach nobody', (facts, count) => {
  expect(reasonsAgainst({ ...calm, ...facts })).toHaveLength(count)
})

const database: DatabaseFacts = {
  host: 'db1:5432',
  version: '17.2',
  bytes: 3 * 2 ** 30,
  isReadOnly: false,
  connections: 10,
  mostConnections: 100,
  unmigrated: 0,
  answerMs: 1,
}

test.each<[Partial<DatabaseFacts>, string]>([
  [{}, 'normal'],
  [{ answerMs: slowAnswerMs - 1 }, 'normal'],
  [{ answerMs: slowAnswerMs }, 'attention'],
  [{ answerMs: tooSlowAnswerMs - 1 }, 'attention'],
  [{ answerMs: tooSlowAnswerMs }, 'needsHand'],
  [{ connections: 79 }, 'normal'],
  [{ connections: 80 }, 'attention'],
  [{ connections: 94 }, 'attention'],
  [{ connections: 95 }, 'needsHand'],
  [{ unmigrated: 1 }, 'needsHand'],
  [{ isReadOnly: true }, 'needsHand'],
])('of a database with %o the state is %s', (facts, state) => {
  expect(assessDatabase({ ...database, ...facts }).state).toBe(state)
})

test('a database that takes no writes needs a hand, although it can be read', () => {
  expect(assessDatabase(database, unwrittenNeedsHandMs - 1).state).toBe('normal')
  expect(assessDatabase(database, unwrittenNeedsHandMs).state).toBe('needsHand')
})

test('a backup may take its hours', () => {
  const turn = (ms: number) => ({
    job: 'backup',
    everySeconds: 60,
    beganAt: ago(ms),
    endedAt: null,
    tookMs: null,
    error: null,
    failingSince: null,
  })
  const [hour, day] = [3_600_000, 86_400_000].map((ms) => judgeJobs([turn(ms)], ago(2 * 86_400_000), now)[0]?.state)
  expect([hour, day]).toEqual(['normal', 'needsHand'])
})

test('a database that does not answer needs a hand; a standby only where there is to be one', () => {
  expect(assessDatabase(null).state).toBe('needsHand')
  expect(assessDatabase(database).facts).toContainEqual({ name: '大きさ', value: '3 GB' })
  expect(assessDatabase({ ...database, bytes: 2 ** 20 + 1 }).facts).toContainEqual({ name: '大きさ', value: '2 MB' })
  expect([undefined, true, false].map((has) => assessStandby(has).state)).toEqual(['unused', 'normal', 'needsHand'])
})

const mail: MailFacts = {
  isOn: true,
  queued: 0,
  oldestQueuedAt: null,
  server: 'mail.example:587',
  refused: 0,
  refusedInRow: 0,
  lastSentAt: null,
  unansweredTries: 0,
}
const waiting = (ms: number) => ({ queued: 2, oldestQueuedAt: ago(ms) })

test.each<[string, Partial<MailFacts>, string]>([
  ['nothing waits', {}, 'normal'],
  ['one has waited for less than ten minutes', waiting(waitingAttentionMs - 1), 'normal'],
  ['one has waited for ten', waiting(waitingAttentionMs), 'attention'],
  ['one has waited for less than thirty', waiting(waitingNeedsHandMs - 1), 'attention'],
  ['one has waited for thirty', waiting(waitingNeedsHandMs), 'needsHand'],
  ['the server did not answer once', { unansweredTries: 1 }, 'attention'],
  ['the server did not answer twice', { unansweredTries: 2 }, 'needsHand'],
  ['a mail was refused by all', { refused: 1 }, 'attention'],
  ['two in a row were refused by all', { refused: 2, refusedInRow: 2 }, 'attention'],
  ['three in a row were refused by all', { refused: 3, refusedInRow: 3 }, 'needsHand'],
  ['there is no server and nothing waits', { isOn: false }, 'unused'],
  ['there is no server and mails wait for days', { isOn: false, ...waiting(9 * 86_400_000) }, 'attention'],
])('where %s mail is as it should be said', (_, facts, state) => {
  expect(assessMail({ ...mail, ...facts }, now).state).toBe(state)
})

test.each([
  [{ browsers: 0, ...waiting(0), queued: 0 }, 'unused'],
  [{ browsers: 2, ...waiting(waitingAttentionMs - 1) }, 'normal'],
  [{ browsers: 2, ...waiting(waitingAttentionMs) }, 'attention'],
  [{ browsers: 2, ...waiting(waitingNeedsHandMs) }, 'needsHand'],
  [{ browsers: 2, isOn: false, ...waiting(waitingNeedsHandMs) }, 'unused'],
])('of push with %o the state is %s', (facts, state) => {
  expect(assessPush({ isOn: true, ...facts }, now).state).toBe(state)
})

test.each([
  [{ enabled: 0, broken: 0 }, 'unused'],
  [{ enabled: 3, broken: 0 }, 'normal'],
  [{ enabled: 3, broken: 2 }, 'attention'],
  // One of one may be that company's own fault.
  [{ enabled: 1, broken: 1 }, 'attention'],
  [{ enabled: 2, broken: 2 }, 'needsHand'],
])('of channels with %o the state is %s', (counts, state) => {
  expect(assessChannels([{ type: 'slack', queued: 0, ...counts }]).state).toBe(state)
})

const turn: JobTurn = {
  job: 'outbox',
  everySeconds: 60,
  beganAt: ago(1_000),
  endedAt: ago(500),
  tookMs: 500,
  error: null,
  failingSince: null,
}
const lateMs = 3 * 60_000 + lateGraceMs
const stateOf = (over: Partial<JobTurn>, since = ago(86_400_000)) => judgeJobs([{ ...turn, ...over }], since, now)[0]?.state

test('a job is late after three intervals and two minutes, but not before a process that does jobs has run for as long', () => {
  expect(stateOf({ beganAt: ago(lateMs), endedAt: ago(lateMs - 1) })).toBe('normal')
  expect(stateOf({ beganAt: ago(lateMs), endedAt: ago(lateMs) })).toBe('needsHand')
  expect(stateOf({ beganAt: ago(lateMs), endedAt: ago(lateMs) }, ago(1_000))).toBe('normal')
})

test('a turn that is under way is late after as long', () => {
  expect(stateOf({ beganAt: ago(lateMs - 1), endedAt: ago(lateMs * 2) })).toBe('normal')
  expect(stateOf({ beganAt: ago(lateMs), endedAt: ago(lateMs * 2) })).toBe('needsHand')
  expect(stateOf({ beganAt: ago(lateMs), endedAt: null })).toBe('needsHand')
})

test('a job that fails is to be looked at, and needs a hand after an hour', () => {
  expect(stateOf({ error: 'TypeError', failingSince: ago(failingNeedsHandMs - 1) })).toBe('attention')
  expect(stateOf({ error: 'TypeError', failingSince: ago(failingNeedsHandMs) })).toBe('needsHand')
})

test('the jobs together are as ill as the worst of them, which is named', () => {
  const jobs = judgeJobs(
    [
      turn,
      { ...turn, job: 'push', error: '23505', failingSince: ago(1_000) },
      { ...turn, job: 'telling', beganAt: ago(lateMs), endedAt: ago(lateMs) },
    ],
    ago(86_400_000),
    now,
  )
  expect(jobs.map(({ name, error }) => [name, error])).toEqual([
    ['telling', null],
    ['push', '23505'],
    ['outbox', null],
  ])
  expect(assessJobs(jobs)).toMatchObject({ state: 'needsHand', meaning: '遅れている定期処理があります（telling）。' })
  expect(assessJobs(jobs.slice(1))).toMatchObject({ state: 'attention', meaning: '失敗が続いている定期処理があります（push）。' })
  expect(assessJobs([]).state).toBe('unknown')
})

const run: BackupRun = {
  kind: 'backup',
  state: 'done',
  file: 'a.backup',
  place: '/backups',
  startedAt: ago(3_600_000),
  endedAt: ago(3_500_000),
  isEncrypted: true,
  bytes: 5 * 2 ** 20,
  rows: 9,
  files: 1,
  error: null,
  warning: null,
}

test('backups: none by schedule, whole ones, one that failed, and what this machine cannot check', () => {
  const check: BackupRun = { ...run, kind: 'check' }
  const state = { lastGood: run, lastBackup: run, lastCheck: check, lastPassed: check, firstAt: run.startedAt }
  const none = { lastGood: null, lastBackup: null, lastCheck: null, lastPassed: null, firstAt: null }
  const since = ago(86_400_000)
  expect(assessBackup(none, null, now).state).toBe('unused')
  const facts = [
    { name: '最後のバックアップ', value: '7/20 12:00' },
    { name: '大きさ', value: '5 MB' },
  ]
  const passed = { name: '復元を確かめた日', value: '7/20 12:00' }
  expect(assessBackup(state, since, now)).toMatchObject({ state: 'normal', facts: [...facts, passed] })
  expect(assessBackup({ ...state, lastBackup: { ...run, state: 'failed', error: '空きがない。' } }, since, now)).toMatchObject({
    state: 'needsHand',
    meaning: '最後のバックアップに失敗しました。空きがない。',
  })
  const lost: BackupRun = { ...check, state: 'failed', error: 'ファイルがない。' }
  expect(assessBackup({ ...state, lastCheck: lost }, since, now)).toMatchObject({
    meaning: 'バックアップから復元できるかの確認に失敗しました。ファイルがない。',
    facts: [...facts, passed],
  })
  const impossible: BackupRun = { ...check, state: 'impossible', error: 'ここでは開けない。' }
  expect(assessBackup({ ...state, lastCheck: impossible, lastPassed: null }, since, now)).toMatchObject({
    state: 'normal',
    facts: [...facts, { name: '復元の確認', value: 'ここでは開けない。' }],
  })
  const warned: BackupRun = { ...run, warning: '古いものを消せない。' }
  expect(assessBackup({ ...state, lastGood: warned }, since, now).facts).toContainEqual({ name: '注意', value: '古いものを消せない。' })
})
