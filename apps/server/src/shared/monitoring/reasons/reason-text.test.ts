import { expect, test } from 'vitest'
import { levelReasonText, type Reason, reasonText } from './reason-text.ts'

const values = { kind: 'condition', cause: 'sustained', excess: null } as const

test.each<[Reason, string]>([
  [{ kind: 'sustained', limit: 122, minutes: 5 }, '継続心拍 122 を 5分超過'],
  [{ kind: 'sustainedLong', limit: 122, minutes: 15 }, '継続心拍 122 を 15分超過'],
  [{ kind: 'instantaneous', limit: 152.5, minutes: 1 }, '瞬時心拍 152.5 を 1分超過'],
  [{ kind: 'maximum', limit: 170, minutes: 1 }, '最大心拍 170 を 1分超過'],
  [{ kind: 'maximum', limit: 170, minutes: 0 }, '最大心拍 170 を超過'],
  [{ kind: 'low', limit: 40, minutes: 3 }, '心拍 40 未満が 3分継続'],
  [{ kind: 'low', limit: 40, over: 2, minutes: 3 }, '心拍40を2下回る・3分'],
  [{ kind: 'maximum', limit: 162, over: 5, minutes: 2 }, '最大心拍162を5超過・2分'],
  [{ kind: 'instantaneousLong', limit: 152.5, over: 0.5, minutes: 11 }, '瞬時心拍152.5を0.5超過・11分'],
  [{ kind: 'ownPeak', limit: 149, over: 4, minutes: 4, compared: 141 }, 'いつもの最高141を12上回る153が4分'],
  [{ kind: 'ownMean', limit: 139, over: 7, minutes: 30, compared: 131 }, '30分平均146（本人の目安131＋8）'],
  [{ kind: 'ownMean', limit: 150, over: 3, minutes: 30, compared: 152 }, '30分平均153（上限150）'],
  [{ kind: 'shiftMean', limit: 140, over: 1.5, minutes: 30, compared: 128 }, '30分平均141.5（この勤務の目安128＋12）'],
  [{ kind: 'ageMean', limit: 150, over: 2, minutes: 30 }, '30分平均152（上限150）'],
  [{ kind: 'lowMean', limit: 40, over: 3, minutes: 10 }, '10分平均37（40未満）'],
  [{ kind: 'ownPeak' }, '本人のいつもの最高の心拍 を超過'],
  [{ kind: 'ownMean' }, '心拍の30分平均の本人の目安 を超過'],
  [{ kind: 'ageMean' }, '心拍の30分平均の限度 を超過'],
  [{ kind: 'lowMean' }, '心拍の平均が低すぎます'],
  [{ kind: 'call', limit: 0, minutes: 0 }, '呼び出しボタンが押されました'],
  [{ kind: 'accumulated', limit: 3, minutes: 15 }, '危険の累計が 15分に到達'],
  [{ kind: 'accumulated', limit: 1, minutes: 30 }, '注意以上の累計が 30分に到達'],
  [{ kind: 'silent', minutes: 15 }, '15分以上 受信がありません'],
  [{ kind: 'gateway' }, '親機・子機から受信がありません'],
  [{ kind: 'belt', limit: 200, minutes: 1 }, '高さ 2.0m 以上でフックが外れています'],
  [{ kind: 'noHeartRate', limit: 0, minutes: 5 }, '5分間 心拍を取得できません'],
  [{ kind: 'drill' }, '緊急時の連絡の訓練です'],
  [{ kind: 'battery', limit: 1, minutes: 0 }, '電池の残りが 1 です'],
  [{ kind: 'clock', limit: 0, minutes: 11, device: '12345' }, '機器 12345 の時計が 11分 進んでいます'],
  [{ kind: 'clock', limit: 0, minutes: -120, device: '12345' }, '機器 12345 の時計が 2時間 遅れています'],
  [{ kind: 'clock', limit: 0, minutes: -125, device: 'B-07' }, '機器 B-07 の時計が 2時間5分 遅れています'],
  [{ kind: 'clock', limit: 0, minutes: 9_496 * 1_440 + 7, device: '1' }, '機器 1 の時計が 9496日 進んでいます'],
])('%o reads %s', (reason, text) => {
  expect(reasonText(reason, values)).toBe(text)
})

test('heat names the reference value and by how much it is passed', () => {
  expect(reasonText({ kind: 'heat', limit: 28, minutes: 0 }, { ...values, excess: 3.2 })).toBe('28.0℃の基準値を 3.2℃ 超過')
  expect(reasonText({ kind: 'heat', limit: 28, minutes: 0 }, { ...values, excess: 0 })).toBe('28.0℃の基準値に到達')
  expect(reasonText({ kind: 'heat', limit: 28 }, values)).toBe('28.0℃の基準値を超過')
})

test('heat by a WBGT that was not measured says so', () => {
  expect(reasonText({ kind: 'heat', limit: 28, names: ['一'], isEstimated: true }, { ...values, excess: 1.2 })).toBe(
    '28.0℃の基準値を 1.2℃ 超過（WBGTは推定）・1名（一）',
  )
})

test('heat of a place counts and names those it is too much for', () => {
  const callText = (excess: number, ...names: string[]) =>
    reasonText({ kind: 'heat', limit: 23, minutes: 0, names }, { kind: 'siteHeat', cause: 'heat', excess })
  expect(callText(2.1, '見守　太郎', '安全　花子', '現場　次郎')).toBe(
    '23.0℃の基準値を 2.1℃ 超過・3名（見守　太郎、安全　花子、現場　次郎）',
  )
  expect(callText(2.1, '一', '二', '三', '四', '五', '六', '七')).toBe('23.0℃の基準値を 2.1℃ 超過・7名（一、二、三、四、五 ほか2名）')
  expect(callText(-0.3)).toBe('23.0℃の基準値の近く')
})

test('without a noted reason the cause is used, and what is unknown is described by its kind', () => {
  expect(reasonText(null, { kind: 'emergency', cause: 'call', excess: null })).toBe('呼び出しボタンが押されました')
  expect(reasonText(null, { kind: 'siteSilent', cause: 'workers', excess: null })).toBe('半数以上の作業者から受信がありません')
  expect(reasonText(null, { kind: 'siteSilent', cause: 'siteSilent', excess: null })).toBe('受信がありません')
  expect(reasonText({ kind: 'novel' }, { kind: 'belt', cause: 'novel', excess: null })).toBe('安全帯')
})

test('a line of several people counts and names them, a long list shortened', () => {
  const callText = (kind: 'siteSilent' | 'gatewaySilent', ...names: string[]) =>
    reasonText({ kind, limit: names.length, minutes: 15, names }, { kind, cause: kind, excess: null })
  expect(callText('siteSilent', '見守　太郎', '安全　花子', '現場　次郎')).toBe('3名の受信がありません：見守　太郎、安全　花子、現場　次郎')
  expect(callText('siteSilent', '一', '二', '三', '四', '五')).toBe('5名の受信がありません：一、二、三、四、五')
  expect(callText('siteSilent', '一', '二', '三', '四', '五', '六', '七')).toBe('7名の受信がありません：一、二、三、四、五 ほか2名')
  expect(callText('gatewaySilent', '一', '二')).toBe('親機・子機から受信がありません（2名：一、二）')
  expect(callText('gatewaySilent')).toBe('親機・子機から受信がありません')
})

test('a level names what it rests on of heart and heat', () => {
  const heart = { kind: 'sustainedLong', limit: 122, over: 8, minutes: 16 }
  const heat = { kind: 'heat', limit: 28, over: 3.5, minutes: 0 }
  expect(levelReasonText([heart, heat])).toBe('継続心拍122を8超過・16分、基準値28を3.5超過')
  expect(levelReasonText([heat])).toBe('基準値28を3.5超過')
  expect(levelReasonText([{ ...heat, over: 0 }])).toBe('基準値28に到達')
})

test('a call shows both times if it came in later, and the device where nobody wears it', () => {
  const callText = (calledAt: string | null, receivedAt: string, device?: string) =>
    reasonText(
      { kind: 'call', limit: 0, minutes: 0, receivedAt: Date.parse(receivedAt), ...(device === undefined ? {} : { device }) },
      { kind: 'emergency', cause: 'call', excess: null, calledAt: calledAt === null ? null : new Date(calledAt) },
    )
  const received = '2026-07-20T15:10:05+09:00'
  expect(callText('2026-07-20T13:05:59+09:00', received)).toBe('13:05の呼出（15:10に受信）')
  expect(callText('2026-07-20T15:10:00+09:00', received)).toBe('呼び出しボタンが押されました')
  expect(callText('2026-07-19T23:50:00+09:00', received)).toBe('7/19 23:50の呼出（15:10に受信）')
  expect(callText('2026-07-20T15:10:00+09:00', received, 'B-07')).toBe('機器 B-07（装着者なし）の呼び出しボタンが押されました')
  expect(callText('2026-07-20T13:05:00+09:00', received, 'B-07')).toBe('機器 B-07（装着者なし）の13:05の呼出（15:10に受信）')
})
