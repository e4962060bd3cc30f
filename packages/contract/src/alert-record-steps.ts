import { type AlertEpisode, alertKindNames, endingNames, isDeviceAlarm, isEmergencyKind, outcomeNames } from './alert.ts'
import type { AlertEvent, AlertRecord } from './alert-record.ts'
import { gradeNames } from './labels.ts'
import { signed } from './number-words.ts'
import { levelGradeOf } from './level-grade.ts'
import { japanTime, spanInWords } from './time-words.ts'
import { timesInWords } from './notice-lines.ts'
import { noticeSteps } from './notice-steps.ts'

/** One numbered line of the record: what happened, and who did it where it was a person. */
export type Step = { readonly at: number; readonly title: string; readonly detail: string; readonly by: string | null }

type Event = AlertRecord['events'][number]

const joined = (...parts: readonly (string | null | undefined)[]) => parts.filter((part) => part != null && part !== '').join('・')

const valuesOf = ({ heartRate, excess, wbgtValue }: Event) =>
  joined(
    heartRate === null ? null : `心拍 ${heartRate} bpm`,
    wbgtValue === null ? null : `WBGT ${wbgtValue.toFixed(1)} ℃`,
    excess === null ? null : `超過 ${signed(excess)} ℃`,
  )

const levelName = (level: number | null) => {
  const grade = level === null ? undefined : levelGradeOf(level)
  return grade === undefined ? null : gradeNames[grade]
}

const openedTitle = ({ isCall }: Event, { kind, drill }: AlertEpisode) => {
  if (drill === '1') return '訓練を始めた'
  if (isDeviceAlarm(kind)) return `機器の警報：${alertKindNames[kind]}`
  return isCall ? '呼び出しボタンが押された' : `${alertKindNames[kind]}のアラートが始まった`
}

const movedTitle = (event: Event, { kind }: AlertEpisode) => {
  if (event.isCall) return '呼び出しボタンがもう一度押された'
  if (isDeviceAlarm(kind)) return `機器の警報がもう一度：${alertKindNames[kind]}`
  if (kind === 'emergency') return '緊急の条件をもう一度満たした'
  return `${levelName(event.level) ?? 'レベル'}に${event.kind === 'lowered' ? '下がった' : '上がった'}`
}

const titles: Record<Exclude<AlertEvent, 'opened' | 'raised' | 'lowered'>, string> = {
  reported: 'もう一度申告があった',
  answered: '本人が答えた',
  ended: '状態が終わった',
  reopened: '状態がまた始まった',
  handedOver: 'ほかのグループへ引き継いだ',
  corrected: 'あとから届いた測定値で訂正した',
  withdrawn: '取り下げた',
  cancelled: '機器が取り消した',
  acknowledged: '確認した',
  responding: '対応を始めた',
  closed: '対応を終えた',
  noted: 'メモ',
}

const titleOf = (event: Event, episode: AlertEpisode): string => {
  if (event.kind === 'opened') return openedTitle(event, episode)
  if (event.kind === 'ended' && episode.drill === '1') return '訓練が終わった'
  return event.kind === 'raised' || event.kind === 'lowered' ? movedTitle(event, episode) : titles[event.kind]
}

const sinceStart = (event: Event, { startedAt }: AlertEpisode) => `発生から${spanInWords(Date.parse(event.at) - Date.parse(startedAt))}`

const detailOf = (event: Event, episode: AlertEpisode): string => {
  switch (event.kind) {
    case 'opened':
      return joined(isEmergencyKind(episode.kind) ? null : levelName(event.level), event.reason, valuesOf(event), event.note)
    case 'raised':
    case 'reported':
    case 'lowered':
      return joined(event.reason, valuesOf(event), event.note)
    case 'acknowledged':
    case 'responding':
      return sinceStart(event, episode)
    case 'closed':
      return joined(episode.outcome === null ? null : `結果 ${outcomeNames[episode.outcome]}`, event.note)
    case 'ended':
      return joined(episode.ending === null || episode.drill === '1' ? null : endingNames[episode.ending], event.note)
    case 'reopened':
    case 'handedOver':
    case 'corrected':
    case 'withdrawn':
    case 'cancelled':
    case 'noted':
    case 'answered':
      return event.note ?? ''
    default:
      return event.kind satisfies never
  }
}

const eventSteps = ({ events, episode }: AlertRecord): Step[] =>
  events.map((event) => ({
    at: Date.parse(event.at),
    title: titleOf(event, episode),
    detail: detailOf(event, episode),
    by: event.by,
  }))

const stepsOfNotices = ({ told }: AlertRecord): Step[] => noticeSteps(told).map((step) => ({ ...step, at: Date.parse(step.at), by: null }))

const isRepeat = (step: Step, before: Step): boolean => step.by === null && step.title === before.title && step.detail === before.detail

/** Merges lines that are the same, one after the other, into the first, which then counts them. */
const foldSteps = (steps: readonly Step[]): Step[] => {
  const runs: [first: Step, ...more: Step[]][] = []
  for (const step of steps) {
    const run = runs.at(-1)
    if (run !== undefined && isRepeat(step, run[0])) run.push(step)
    else runs.push([step])
  }
  return runs.map(([first, ...more]) => {
    const last = more.at(-1)
    if (last === undefined) return first
    return { ...first, title: `${first.title}（${timesInWords(more.length + 1, japanTime(first.at), japanTime(last.at))}）` }
  })
}

/** The numbered steps of a record, in order of time. At the same moment, what happened comes before who was notified of it. */
export const stepsOf = (record: AlertRecord): Step[] =>
  foldSteps([...eventSteps(record), ...stepsOfNotices(record)].toSorted((a, b) => a.at - b.at))
