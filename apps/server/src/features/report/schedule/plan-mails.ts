import { type Plan, scheduleKindNames, type planKinds, screens } from '@mimamori/contract'
import { longDate } from '@mimamori/contract/time-words'
import { type Letter, textOf } from '../../../platform/outside/letter.ts'
import { announcedWords, clockWords, errorWords, longHeatWords, nothingAnnouncedWords } from '../../../shared/plan/plan-words.ts'
import { fewestPeople } from './few-people.ts'

export type PlanKind = (typeof planKinds)[number]

type Group = Plan['groups'][number]
type Limit = Pick<Group, 'hours' | 'hoursAbove'>

/** Minutes of rest that mean to stop. */
const stop = 60

const hoursToStop = ({ hours }: Limit): number[] => hours.flatMap(({ hour, restMinutes }) => (restMinutes === stop ? [hour] : []))

/** 10〜12時、14時; over midnight too. */
const spansOf = (hours: readonly number[]): string => {
  const spans: number[][] = []
  for (const hour of hours) {
    const last = spans.at(-1)
    if (last !== undefined && ((last.at(-1) ?? 0) + 1) % 24 === hour) last.push(hour)
    else spans.push([hour])
  }
  return spans.map(([first, ...more]) => (more.length === 0 ? `${first}時` : `${first}〜${more.at(-1)}時`)).join('、')
}

const restsOf = ({ hours }: Limit): string | null => {
  const minutes = hours.flatMap(({ restMinutes }) =>
    restMinutes === null || restMinutes === 0 || restMinutes === stop ? [] : [restMinutes],
  )
  if (minutes.length === 0) return null
  const [least, most] = [Math.min(...minutes), Math.max(...minutes)]
  return `1時間に${least === most ? least : `${least}〜${most}`}分休憩`
}

const limitWords = (limit: Limit): string => {
  if (limit.hoursAbove === 0) return '超える時間なし'
  const stopped = hoursToStop(limit)
  return [`超える ${limit.hoursAbove}時間`, restsOf(limit), stopped.length === 0 ? null : `${spansOf(stopped)}は中止`]
    .filter((part) => part !== null)
    .join('、')
}

const groupWords = (group: Group): string => {
  const sub = group.unacclimatised
  const own = `基準値${group.limit}℃、${limitWords(group)}`
  return sub === null ? own : `${own}。慣れていない${sub.people}人は、${limitWords(sub)}`
}

/** The hours in which some group stops; those who are not acclimatised apart. */
const stopWords = ({ groups }: Plan): string => {
  const stopping = groups.flatMap((group) => {
    const hours = hoursToStop(group)
    return hours.length === 0 ? [] : [`${group.groupName ?? 'グループなし'} ${spansOf(hours)}`]
  })
  return stopping.join('、') || 'なし'
}

const peakWords = ({ peak, placeName }: Plan): string =>
  peak === null ? '値なし' : `${peak.hour}時 ${peak.wbgt.toFixed(1)}℃${placeName === null ? '' : `（${placeName}）`}`

/** Who has minutes of their own is counted: why, and who, is health data, and a mailbox may be read by others. */
const limitedWords = ({ people }: Plan): string => `${people.filter(({ allowedMinutes }) => allowedMinutes !== null).length}人`

/** Of which forecast the values are, and that those between its hours are not the ministry's. */
const forecastWords = ({ issuedAt, hours }: Plan): string => {
  if (issuedAt === null) return ''
  const between = hours.some(({ isInterpolated }) => isInterpolated) ? '。発表のない時刻は、前後から補った値です' : ''
  return `${longDate(issuedAt.slice(0, 10))} ${clockWords(issuedAt)}の発表${between}`
}

const limitedRow = (plan: Plan, isCounted: boolean): Letter['rows'][number] =>
  isCounted
    ? { label: '働ける時間に限りがある人', value: limitedWords(plan) }
    : { label: '作業者', value: `${fewestPeople}人より少ないため、個人のことが分からないよう、人数とアラートは載せていません。` }

const rowsOf = (plan: Plan, isCounted: boolean): Letter['rows'] => {
  const announced = announcedWords(plan)
  return [
    { label: '警戒アラート', value: announced === null ? nothingAnnouncedWords(plan) : `${announced.title}（${announced.hint}）` },
    { label: 'いちばん暑い時刻', value: peakWords(plan) },
    { label: 'WBGT 28℃以上', value: `${plan.hoursFrom28}時間` },
    { label: '作業を止める時刻', value: stopWords(plan) },
    ...plan.groups.map((group) => ({ label: group.groupName ?? 'グループなし', value: groupWords(group) })),
    limitedRow(plan, isCounted),
    { label: '予測のはずれ', value: errorWords(plan) },
    { label: '予測', value: forecastWords(plan) },
  ]
}

const closing = '見守りから自動で送っています。休憩の時間は目安です。送る時刻と宛先は、レポートの定期送信の画面で変えられます。'

export const planPath = ({ officeId, date }: Pick<Plan, 'officeId' | 'date'>): string =>
  `${screens.plan.path}?${new URLSearchParams({ OfficeId: String(officeId), Date: date }).toString()}`

type PlanMail = {
  readonly kind: PlanKind
  readonly plan: Plan
  /** With a link, for those who may open it. */
  readonly publicUrl: string | undefined
  /** Whether the mail counts people. */
  readonly isCounted: boolean
}

/** The subject and text of a plan's mail: short, in the order in which a foreman asks, and with nobody's name. */
export const planMail = ({ kind, plan, publicUrl, isCounted }: PlanMail): { readonly subject: string; readonly body: string } => {
  const longHeat = longHeatWords(plan)
  const peak = plan.peak === null ? '' : `　最高${plan.peak.wbgt.toFixed(1)}℃`
  const subject = `【${scheduleKindNames[kind]}】${plan.officeName} ${longDate(plan.date)}${peak}`
  const links = publicUrl === undefined ? [] : [{ label: '計画を見る（ログインが必要です）', url: `${publicUrl}${planPath(plan)}` }]
  const paragraphs = [...(longHeat === null ? [] : [longHeat]), '朝礼で使う紙を添付しています。']
  return { subject, body: textOf({ heading: subject, paragraphs, rows: rowsOf(plan, isCounted), links, closing }) }
}

/** The same as a notice on a phone's locked screen. */
export const planNotice = ({ kind, plan }: Pick<PlanMail, 'kind' | 'plan'>): { readonly title: string; readonly body: string } => {
  const { publicAlert, peak, hoursFrom28 } = plan
  return {
    title: `${scheduleKindNames[kind]}　${plan.officeName}　${longDate(plan.date)}`,
    body: [
      ...(publicAlert.level === null ? [] : [announcedWords(plan)?.title ?? '']),
      ...(peak === null ? [] : [`最高 ${peak.wbgt.toFixed(1)}℃（${peak.hour}時）、28℃以上 ${hoursFrom28}時間。中止 ${stopWords(plan)}`]),
      longHeatWords(plan) ?? '',
    ]
      .filter((line) => line !== '')
      .join('\n'),
  }
}
