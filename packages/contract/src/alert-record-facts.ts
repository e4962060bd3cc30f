import { deviceKindNames } from './kbn.ts'
import { type AlertEpisode, endingNames, isEmergencyKind } from './alert.ts'
import type { AlertRecord } from './alert-record.ts'
import { wbgtSourceNames } from './wbgt-source.ts'
import { longDate, dayAndClock, spanInWords } from './time-words.ts'

/*
 * What the record of an alert says beside its steps, in the words of screen and paper.
 */

const hints: readonly (readonly [is: (record: AlertRecord) => boolean, words: string])[] = [
  [({ episode }) => episode.drill === '1', '訓練の記録です。実際の緊急ではありません。'],
  [
    ({ episode }) => episode.late === '1' && isEmergencyKind(episode.kind),
    '後着：届いた測定値は1時間以上前のものだったため、音・画面・再通知では知らせず、メールで1回だけ知らせました。',
  ],
  [
    ({ episode }) => episode.late === '1' && !isEmergencyKind(episode.kind),
    '後着：測定値が届いたときには終わっていたため、だれにも知らせていません。',
  ],
  [({ episode }) => episode.ending === 'cancelled', '取り消し：知らせる前に機器が警報を取り消したため、だれにも知らせていません。'],
  [
    ({ episode }) => episode.withdrawn === '1' && episode.ending !== 'cancelled',
    '取下げ：あとから届いた測定値で、このアラートは起きていなかったと分かりました。',
  ],
  [({ episode }) => episode.baseName === null, '以前の拠点のアラートのため、その拠点の名前や言葉は表示しません。'],
]

/** What must be known before anything else of a record is read. */
export const recordHints = (record: AlertRecord): string[] => hints.filter(([is]) => is(record)).map(([, words]) => words)

/** Why a record has no chart. */
export const withoutChart: Record<AlertRecord['kept'], string> = {
  kept: 'この間の測定値はありません。',
  none: 'この種別のアラートには、図にする測定値がありません。',
  gone: '測定値は保存期間を過ぎたため、残っていません。アラートと対応の記録は残っています。',
  withheld: '本人が同意を取り下げたため、測定値は表示しません。',
}

/** Who signs a record on paper. */
export const recordSigners = ['職長', '拠点管理者', '安全担当'] as const

/** From when to when an episode was, with its year, since a record is read years later. */
export const periodInWords = ({ startedAt, endedAt }: AlertEpisode): string => {
  const begun = `${startedAt.slice(0, 4)}年${dayAndClock(startedAt)}–`
  if (endedAt === null) return begun
  return begun + (startedAt.slice(0, 10) === endedAt.slice(0, 10) ? endedAt.slice(11, 16) : dayAndClock(endedAt))
}

/** How long an episode lasted, and how it ended. */
export const lengthInWords = ({ startedAt, endedAt, ending }: AlertEpisode): string => {
  if (endedAt === null) return '続いています'
  const length = spanInWords(Date.parse(endedAt) - Date.parse(startedAt))
  return ending === null ? length : `${length}・${endingNames[ending]}`
}

const answers = ['acknowledged', 'responding', 'closed']

/** How long nobody had seen it. */
export const unansweredInWords = ({ episode, events }: AlertRecord): string => {
  const answer = events.find(({ kind }) => answers.includes(kind))
  return answer === undefined ? '―' : spanInWords(Date.parse(answer.at) - Date.parse(episode.startedAt))
}

const minuteMs = 60_000

/** The highest heart rate during the episode, bpm; undefined where there is none. */
export const highestHeartRate = ({ episode, readings }: AlertRecord): number | undefined => {
  // Readings have the time at which their minute begins.
  const from = Math.floor(Date.parse(episode.startedAt) / minuteMs) * minuteMs
  const to = episode.endedAt === null ? Number.POSITIVE_INFINITY : Date.parse(episode.endedAt)
  const rates = readings.flatMap(({ time, heartRate }) =>
    heartRate === null || Date.parse(time) < from || Date.parse(time) > to ? [] : heartRate,
  )
  return rates.length === 0 ? undefined : Math.max(...rates)
}

/** A rest within this time after an alert is shown as one that followed it. Customer's figure. */
const restFollowsMs = 30 * minuteMs

const later = (at: string, since: string): string => `${spanInWords(Date.parse(at) - Date.parse(since))}後`

/** A fact of a record: its name, its value, and what is said beside it. */
export type RecordFact = readonly [name: string, value: string, note?: string]

const lengthOfRest = ({ restEndedAt, isRestEndKnown }: NonNullable<AlertRecord['aftermath']>, restedAt: string): string => {
  if (!isRestEndKnown) return '終わりの記録なし'
  return restEndedAt === null ? '続いています' : `${spanInWords(Date.parse(restEndedAt) - Date.parse(restedAt))}の休憩`
}

// True while the four hours run as well as after them.
const searched = '4時間後までの記録を見ています'

/** Whether rest followed a danger, and when the heart came down; nothing of other alerts. */
export const aftermathFacts = ({ aftermath }: AlertRecord): RecordFact[] => {
  if (aftermath === null) return []
  const { since, restedAt, source, recoveredAt, hasHeart } = aftermath
  const rest = (): RecordFact => {
    if (restedAt === null) return ['30分以内の休憩', '記録なし', searched]
    const isSoon = Date.parse(restedAt) - Date.parse(since) <= restFollowsMs
    const by = source === 'leader' ? '職長などの操作' : '休憩所の受信'
    return [
      '30分以内の休憩',
      isSoon ? `あり（${restedAt.slice(11, 16)}）` : 'なし',
      `${later(restedAt, since)}・${lengthOfRest(aftermath, restedAt)}・${by}`,
    ]
  }
  const heart = (): RecordFact => {
    if (recoveredAt !== null) return ['心拍が下がった', recoveredAt.slice(11, 16), later(recoveredAt, since)]
    return hasHeart ? ['心拍が下がった', '記録なし', searched] : ['心拍が下がった', '―', '比べられる心拍の記録なし']
  }
  return [rest(), heart()]
}

/** What the chart of a record covers. */
export const windowInWords = ({ window: { from, to } }: AlertRecord): string => {
  const day = from.slice(0, 10) === to.slice(0, 10) ? '' : `${longDate(to.slice(0, 10))} `
  return `${from.slice(11, 16)}から${day}${to.slice(11, 16)}の測定値。番号は下の手順`
}

type Source = NonNullable<AlertRecord['source']>

const deviceWithPlace = ({ serialNumber, locationName }: { readonly serialNumber: string; readonly locationName: string | null }) =>
  locationName === null ? serialNumber : `${serialNumber}（${locationName}）`

const received = (at: string, startedAt: string) =>
  `${dayAndClock(at)} に受信（測定から${spanInWords(Date.parse(at) - Date.parse(startedAt))}後）`

const wbgtFrom = ({ episode: { wbgtMeasurementPoint: point } }: AlertRecord, source: Source['wbgtSource']): string | null => {
  const kind = source === null ? null : wbgtSourceNames[source]
  if (kind === null) return point
  return point === null ? kind : `${kind}（${point}）`
}

/**
 * What an episode was measured with, and what of that was corrected or came late.
 * @param corrections by how much clocks were corrected, in words
 */
export const sourceFacts = (record: AlertRecord, corrections: readonly string[]): [name: string, value: string][] => {
  const { source, episode } = record
  const facts: [string, string | null][] = [
    [source?.device == null ? '機器' : deviceKindNames[source.device.kind], source?.device == null ? null : deviceWithPlace(source.device)],
    ['親機・子機', source?.gateway == null ? null : deviceWithPlace(source.gateway)],
    ['電池', source?.battery == null ? null : `${source.battery}／5`],
    ['WBGT', wbgtFrom(record, source?.wbgtSource ?? null)],
    ['時刻', corrections.length === 0 ? null : corrections.join('、')],
    ['受信', source?.receivedAt == null ? null : received(source.receivedAt, episode.startedAt)],
    ['心拍の上限', record.ageAssumed ? '生年月日の登録がないため、60歳として計算' : null],
  ]
  return facts.filter((fact): fact is [string, string] => fact[1] !== null)
}
