import { dayMs } from '@mimamori/contract/day'
import { expect, test } from 'vitest'
import { assessBroker, assessCertificates, assessClock, assessDisk, assessServer } from './assess-server.ts'
import type { ProcessFacts, ReportedProcess } from './processes.ts'
import {
  certificateAttentionDays,
  certificateNeedsHandDays,
  clockAttentionMs,
  clockNeedsHandMs,
  mentionedMs,
  silentProcessMs,
  stoppedMs,
} from './thresholds.ts'

const now = new Date('2026-07-20T13:00:00+09:00')
const ago = (ms: number) => new Date(now.getTime() - ms)
const quiet: ProcessFacts = {
  broker: null,
  disks: [],
  floorMegabytes: 1_024,
  certificates: [],
  isClockSynchronised: null,
  unansweredMailTries: null,
}
const processOf = (over: Partial<ReportedProcess> = {}, facts: Partial<ProcessFacts> = {}): ReportedProcess => ({
  processId: '1',
  host: 'app1',
  pid: 10,
  version: '0.2.0',
  roles: ['api', 'ingest', 'jobs'],
  startedAt: ago(dayMs),
  heardAt: ago(1_000),
  clockAheadMs: 0,
  stoppedAt: null,
  facts: { ...quiet, ...facts },
  ...over,
})
const other = (over: Partial<ReportedProcess> = {}) => processOf({ processId: '2', host: 'app2', ...over })

test('a process that is silent for two minutes does not run: its roles are missing unless another one does them', () => {
  const silentFor = (ms: number) => processOf({ heardAt: ago(ms) })
  expect(assessServer([silentFor(silentProcessMs)], now, 0)).toMatchObject({ state: 'normal', meaning: '1個のプロセスが動いています。' })
  expect(assessServer([silentFor(silentProcessMs + 1)], now, 0)).toMatchObject({
    state: 'needsHand',
    meaning: '役割 api、ingest、jobs のプロセスが動いていません。',
  })
  expect(assessServer([silentFor(silentProcessMs + 1), other({ roles: ['api', 'ingest'] })], now, 0).meaning).toBe(
    '役割 jobs のプロセスが動いていません。',
  )
  expect(assessServer([silentFor(mentionedMs), other()], now, 0).state).toBe('attention')
  expect(assessServer([silentFor(mentionedMs + 1), other()], now, 0).state).toBe('normal')
})

test('a process that stopped in order and is not started again is mentioned after a quarter of an hour, if nobody has its role', () => {
  const stoppedFor = (ms: number) => other({ roles: ['api', 'ingest'], heardAt: ago(ms), stoppedAt: ago(ms) })
  const rest = processOf({ roles: ['api', 'jobs'] })
  expect(assessServer([rest, stoppedFor(stoppedMs - 1)], now, 0).state).toBe('normal')
  expect(assessServer([rest, stoppedFor(stoppedMs)], now, 0)).toMatchObject({
    state: 'attention',
    meaning: '役割 ingest のプロセスが停止されたままです。',
  })
  expect(assessServer([rest, stoppedFor(stoppedMs), processOf({ processId: '3' })], now, 0).state).toBe('normal')
})

test('one that stopped in order does not run, however lately it was heard', () => {
  expect(assessServer([processOf({ stoppedAt: ago(1) })], now, 0)).toMatchObject({
    state: 'needsHand',
    meaning: '役割 jobs のプロセスが動いていません。',
  })
  const broker = { isEmbedded: true, isConnected: true, sessions: 3, isFull: false }
  const ingest = other({ roles: ['ingest'], stoppedAt: ago(1) })
  const withBroker = { ...ingest, facts: { ...ingest.facts, broker } }
  expect(assessBroker([processOf({ roles: ['api', 'jobs'] }), withBroker], now, 0).state).toBe('unknown')
})

test('somebody must do jobs, also where nobody ever did', () => {
  expect(assessServer([processOf({ roles: ['api'] })], now, 0)).toMatchObject({
    state: 'needsHand',
    meaning: '役割 jobs のプロセスが動いていません。',
  })
})

test('a process that was killed and started again on its machine is not missed', () => {
  const killed = processOf({ heardAt: ago(10 * 60_000) })
  expect(assessServer([killed, processOf({ processId: '3', startedAt: ago(9 * 60_000) })], now, 0).state).toBe('normal')
})

test('the silence of a process is judged whichever clock is wrong', () => {
  // Its clock is five minutes behind, and the asking one is right.
  expect(assessServer([processOf({ heardAt: ago(300_000), clockAheadMs: -300_000 })], now, 0).state).toBe('normal')
  // The asking clock is five minutes ahead.
  expect(assessServer([processOf({ heardAt: ago(300_000) })], now, 300_000).state).toBe('normal')
})

test('two versions side by side are to be looked at', () => {
  expect(assessServer([processOf(), other({ version: '0.1.0' })], now, 0)).toMatchObject({
    state: 'attention',
    meaning: 'バージョンの違うプロセスが動いています（0.1.0、0.2.0）。',
  })
})

test.each([
  [clockAttentionMs - 1, 'normal'],
  [clockAttentionMs, 'attention'],
  [-clockNeedsHandMs + 1, 'attention'],
  [-clockNeedsHandMs, 'needsHand'],
])('a clock %i ms ahead is %s', (clockAheadMs, state) => {
  expect(assessClock([processOf({ clockAheadMs })], now, 0).state).toBe(state)
})

test('a machine that does not keep its clock right is to be looked at, one of which nothing is known is not', () => {
  expect(assessClock([processOf({}, { isClockSynchronised: false })], now, 0).state).toBe('attention')
  expect(assessClock([processOf({}, { isClockSynchronised: true })], now, 0).state).toBe('normal')
})

test.each([
  [2_048, 'normal'],
  [2_047, 'attention'],
  [1_024, 'attention'],
  [1_023, 'needsHand'],
])('of a disk with %i MB and a floor of 1,024 the state is %s', (freeMegabytes, state) => {
  expect(assessDisk([processOf({}, { disks: [{ use: 'data', freeMegabytes }] })], now, 0).state).toBe(state)
})

test('of the disk of backups is said what becomes of it, which is no refusal of pictures', () => {
  const meaningOf = (use: 'work' | 'backups') => assessDisk([processOf({}, { disks: [{ use, freeMegabytes: 3 }] })], now, 0).meaning
  expect(meaningOf('backups')).toContain('次のバックアップに失敗するおそれがあります。')
  expect(meaningOf('work')).toContain('帳票のファイルを作れなくなります。')
})

test('disks that cannot be seen from here are none of ours', () => expect(assessDisk([processOf()], now, 0).state).toBe('unused'))

test.each([
  [{ isConnected: true, isFull: false }, 'normal'],
  [{ isConnected: true, isFull: true }, 'attention'],
  [{ isConnected: false, isFull: false }, 'needsHand'],
])('of a broker with %o the state is %s', (broker, state) => {
  expect(assessBroker([processOf({}, { broker: { isEmbedded: true, sessions: 3, ...broker } })], now, 0).state).toBe(state)
})

test('where the process that had the broker ended, nothing is known of it', () => {
  const gone = processOf(
    { heardAt: ago(silentProcessMs + 1) },
    { broker: { isEmbedded: true, sessions: 3, isConnected: true, isFull: false } },
  )
  expect(assessBroker([gone], now, 0).state).toBe('unknown')
  expect(assessBroker([processOf()], now, 0).state).toBe('unused')
})

const ending = (days: number, isNotLoaded = false) =>
  processOf({}, { certificates: [{ name: 'TLS_CERT', endsAt: new Date(now.getTime() + days * dayMs).toISOString(), isNotLoaded }] })

test.each([
  [certificateAttentionDays, false, 'normal', '証明書の期限まで21日以上あります。'],
  [certificateAttentionDays - 1, false, 'attention', 'TLS_CERTの証明書の期限まで、あと20日です。'],
  [certificateNeedsHandDays, false, 'attention', 'TLS_CERTの証明書の期限まで、あと7日です。'],
  [certificateNeedsHandDays - 1, false, 'needsHand', 'TLS_CERTの証明書の期限まで、あと6日です。'],
  [-1, false, 'needsHand', 'TLS_CERTの証明書の期限が切れています。接続できない機器や人がいます。'],
  [certificateNeedsHandDays - 1, true, 'needsHand', 'TLS_CERTの証明書は新しくなっていますが、古いものを使い続けています。'],
])('of a certificate that ends in %i days (renewed and not loaded: %s) the state is %s', (days, isNotLoaded, state, meaning) => {
  expect(assessCertificates([ending(days, isNotLoaded)], now, 0)).toMatchObject({ state, meaning })
})
