import { type AlertKind, alertKindNames, gradeNames, isEmergencyKind, outcomeNames, screens, type ScheduleKind } from '@mimamori/contract'
import { HEAT_WORK_AIR, HEAT_WORK_WBGT } from '@mimamori/heat'
import { type Letter, textOf } from '../../../platform/outside/letter.ts'
import type { OfficeKey } from '../../../shared/organisation/keys.ts'
import { japanDayAndClock } from '../../../platform/japan-time.ts'
import type { OutgoingMail } from '../../../platform/outside/outgoing-mail.ts'
import { dayInWords, monthInWords } from '../files/day-words.ts'
import type { SafetyFigures } from '../summary/figures.ts'
import { fewestPeople } from './few-people.ts'
import type { Period } from './period.ts'

type ScheduledSite = OfficeKey & {
  readonly officeName: string
  readonly kind: ScheduleKind
  readonly addresses: readonly { readonly address: string; readonly inside: boolean }[]
}

const periodText = ({ name }: Period, kind: ScheduleKind): string => (kind === 'monthly' ? monthInWords(name) : dayInWords(name))

const hours = (minutes: number): string => {
  const [whole, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (whole === 0) return `${rest}分`
  return rest === 0 ? `${whole}時間` : `${whole}時間${rest}分`
}

const counts = (named: readonly (readonly [string, number])[]): string =>
  named
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${name} ${count}件`)
    .join('、') || 'なし'

const highestText = ({ highest }: SafetyFigures['heat']): string =>
  highest === null ? '値なし' : `${highest.wbgt.toFixed(1)}℃（${japanDayAndClock(new Date(highest.at))}、${highest.place}）`

const heatText = ({ highest, heatMinutes, longStretches, longDays }: SafetyFigures['heat'], kind: ScheduleKind): string => {
  // Nothing measured is not nothing hot.
  if (heatMinutes === 0) return highest === null ? '値なし' : 'なし'
  const ofDays = kind === 'monthly' ? `、4時間を超えた日 ${longDays}日` : ''
  return `${hours(heatMinutes)}（1時間以上続いた回数 ${longStretches}回${ofDays}）`
}

const seconds = (all: number): string => (all < 60 ? `${all}秒` : `${Math.floor(all / 60)}分${all % 60}秒`)

const answerText = ({ asked, answered, medianSeconds, over30 }: SafetyFigures['response']): string => {
  if (asked === 0) return 'なし'
  const median = medianSeconds === null ? '' : `、応答までの中央値 ${seconds(medianSeconds)}`
  return `${asked}件のうち${answered}件に応答${median}、30分を超えたもの ${over30}件`
}

// The kinds with levels are counted by level, and every emergency among the emergencies.
const isByLevel = (kind: AlertKind): boolean => kind === 'condition' || kind === 'siteHeat' || isEmergencyKind(kind)

const heatRows = (heat: SafetyFigures['heat'], kind: ScheduleKind): Letter['rows'] => [
  { label: '最も高いWBGT', value: highestText(heat) },
  { label: `WBGT ${HEAT_WORK_WBGT}℃以上または気温${HEAT_WORK_AIR}℃以上`, value: heatText(heat, kind) },
]

/** What a report says in a mail: totals of the site, and nobody's name. */
const rowsOf = ({ people, totals, heat, kinds, response, outcomes, exposure }: SafetyFigures, kind: ScheduleKind): Letter['rows'] => [
  {
    label: 'アラート',
    value: counts([
      [gradeNames.emergency, totals.emergency],
      [gradeNames[3], totals.level3],
      [gradeNames[2], totals.level2],
      [gradeNames[1], totals.level1],
    ]),
  },
  {
    label: 'そのほかのお知らせ',
    value: counts(kinds.filter((one) => !isByLevel(one.kind)).map((one) => [alertKindNames[one.kind], one.count])),
  },
  { label: '応答', value: answerText(response) },
  { label: '対応の結果', value: counts(outcomes.map(({ outcome, count }) => [outcomeNames[outcome], count])) },
  ...heatRows(heat, kind),
  { label: '測定した人', value: `${people}人` },
  { label: '暑い中にいた時間（全員の合計）', value: hours(exposure.minutes) },
]

/** What of it goes to addresses outside: of few people the heat of the site alone. */
const outsideRowsOf = (figures: SafetyFigures, kind: ScheduleKind): Letter['rows'] =>
  figures.people >= fewestPeople
    ? rowsOf(figures, kind)
    : [
        ...heatRows(figures.heat, kind),
        {
          label: '作業者',
          value: `測定した人が${fewestPeople}人より少ないため、個人のことが分からないよう、人数とアラートは載せていません。`,
        },
      ]

const linkOf = ({ officeId, kind }: ScheduledSite, { name }: Period, publicUrl: string): Letter['links'][number] => {
  const search = kind === 'monthly' ? { officeId: String(officeId), month: name } : { officeId: String(officeId), period: '2', date: name }
  const { path } = kind === 'monthly' ? screens.safetySummary : screens.report
  return { label: '見守りで見る（ログインが必要です）', url: `${publicUrl}${path}?${new URLSearchParams(search).toString()}` }
}

const closing = '見守りから自動で送っています。送る時刻と宛先は、レポートの定期送信の画面で変えられます。'

type Sending = { readonly at: Date; readonly publicUrl: string | undefined }

/**
 * The mails of a turn. Accounts that see the site get one with the link; everybody else gets their own without it, in which
 * they see neither the other recipients, nor values of people if few were measured.
 */
export const scheduledMails = (site: ScheduledSite, period: Period, figures: SafetyFigures, { at, publicUrl }: Sending): OutgoingMail[] => {
  const subject = `【熱中症対策】${site.officeName} ${periodText(period, site.kind)}のまとめ`
  const mail = (to: readonly string[], rows: Letter['rows'], links: Letter['links']): OutgoingMail => ({
    at,
    companyId: site.companyId,
    officeId: site.officeId,
    recipients: { to },
    subject,
    body: textOf({ heading: subject, paragraphs: [], rows, links, closing }),
  })
  const inside = site.addresses.filter((one) => one.inside).map(({ address }) => address)
  const links = publicUrl === undefined ? [] : [linkOf(site, period, publicUrl)]
  const outside = site.addresses.filter((one) => !one.inside).map(({ address }) => address)
  return [
    ...(inside.length === 0 ? [] : [mail(inside, rowsOf(figures, site.kind), links)]),
    ...outside.map((address) => mail([address], outsideRowsOf(figures, site.kind), [])),
  ]
}
