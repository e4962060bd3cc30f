import { dayMs } from '@mimamori/contract/day'
import { alertKindNames, isEmergencyKind, screens } from '@mimamori/contract'
import { settingLabels } from '@mimamori/contract/setting-labels'
import { ageForLimits } from '@mimamori/heat'
import { japanDay, japanDayAndClock, toJapanIso } from '../../../platform/japan-time.ts'
import { htmlOf, type Letter, textOf } from '../../../platform/outside/letter.ts'
import { urgencyLevel } from './rules.ts'
import { isChosen, type MailItem, mailItems, type TellingSettings } from './wanted-settings.ts'
import { clockText, headline, lateText, openedWhyText, type NoticeSubject, unansweredText, urgencyText, whyText } from './words.ts'

/** What a mail says. */
export type MailText = { readonly subject: string; readonly body: string; readonly html: string }

const closing = '見守りから自動で送っています。届く先は、マスター設定、グループ、作業者、管理者の画面で変えられます。'

/** The detail shows these days: today and the two before (spec §9). */
const detailDays = 3

const daysBetween = (at: Date, now: Date) => Math.round((Date.parse(japanDay(now)) - Date.parse(japanDay(at))) / dayMs)

/** Where a tap leads: the person's condition at that time, or its record where that is older; else the site's home. */
export const pathOf = ({ alert, event: { at }, now }: Pick<NoticeSubject, 'alert' | 'event' | 'now'>): string => {
  if (alert.user_id === null) return `${screens.home.path}?OfficeId=${alert.office_id}`
  if (daysBetween(at, now) >= detailDays) return screens.alertRecord.path.replace('$id', String(alert.alert_id))
  const search = new URLSearchParams({ UserId: String(alert.user_id), dayAlert: japanDay(at), timeAlert: toJapanIso(at).slice(11, 16) })
  return `${screens.conditionDetail.path}?${search.toString()}`
}

const linksOf = (noticeSubject: NoticeSubject, publicUrl: string | undefined): Letter['links'] =>
  publicUrl === undefined
    ? []
    : [{ label: noticeSubject.alert.user_id === null ? '見守りで見る' : 'この人の体調を見る', url: `${publicUrl}${pathOf(noticeSubject)}` }]

const ageOf = ({ user_id, date_of_birth, started_at }: NoticeSubject['alert']): string | null => {
  if (user_id === null) return null
  const { ageYears, assumed } = ageForLimits(date_of_birth, japanDay(started_at))
  return assumed ? null : `${ageYears}歳`
}

const measured = (value: number | null, unit: string, digits = 0) => (value === null ? null : `${value.toFixed(digits)}${unit}`)
const ofMost = (value: number | null, most: number) => (value === null ? null : `${value}/${most}`)

/** How full the battery is of the device that it is about; of a belt, which has two, that of its second part as well. */
const batteryOf = ({ kind, battery, slave_battery }: NoticeSubject['alert']): string | null => {
  const [own, second] = [ofMost(battery, 5), ofMost(slave_battery, 5)]
  if (kind !== 'belt') return own
  const parts = [own === null ? null : `${alertKindNames.belt} ${own}`, second === null ? null : `子機 ${second}`]
  return parts.every((part) => part === null) ? null : parts.filter((part) => part !== null).join('、')
}

const lasting = ({ alert, now }: NoticeSubject): string => {
  const minutes = Math.max(0, Math.floor((now.getTime() - alert.started_at.getTime()) / 60_000))
  return minutes < 60 ? `発生から${minutes}分` : `発生から${Math.floor(minutes / 60)}時間${minutes % 60}分`
}

/** How grave it is now; of an alert that nobody has answered also how grave it was, which is the reason of the notice. */
const gravity = (noticeSubject: NoticeSubject): string => {
  const worst = urgencyText({ ...noticeSubject, occasion: 'opened' })
  if (noticeSubject.occasion !== 'escalated') return worst
  const current = urgencyText({ ...noticeSubject, occasion: 'opened', level: noticeSubject.alert.level })
  return current === worst ? worst : `${current}（最も重いときは${worst}）`
}

/** What each display item says of an alert; null where there is nothing to say. */
const items: Readonly<Record<MailItem, (noticeSubject: NoticeSubject) => string | null>> = {
  EMERGENCY: ({ alert, occasion }) => (isEmergencyKind(alert.kind) && occasion !== 'late' ? '緊急対応が必要です' : null),
  GENERAL_ALERT: (noticeSubject) => (isEmergencyKind(noticeSubject.alert.kind) ? null : gravity(noticeSubject)),
  FULL_NAME: ({ alert }) => alert.full_name,
  AGE: ({ alert }) => ageOf(alert),
  BASE_NAME: ({ alert }) => alert.base_name,
  GROUP: ({ alert }) => alert.group_name,
  HEART_BEATS: ({ event }) => measured(event.heart_rate, ' bpm'),
  WBGT_EXCEEDS: ({ event: { excess } }) => (excess === null ? null : `${excess > 0 ? '+' : ''}${excess.toFixed(1)}℃`),
  WBGT_VALUE: ({ event }) => measured(event.wbgt, '℃', 1),
  WBGT_MEASUREMENT_LOCATION: ({ alert }) => alert.wbgt_point,
  LOCATION_INTELLIGENCE: ({ alert: { latitude, longitude } }) =>
    latitude === null || longitude === null ? null : `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`,
  ELAPSED_TIME: lasting,
  BATTERY: ({ alert }) => batteryOf(alert),
  RADIO_FIELD_STRENGTH: ({ alert }) => ofMost(alert.signal, 4),
  LOCATION_INFORMATION_NAME: ({ alert }) => alert.location_name,
  CONTACT_ADDRESS: ({ alert }) => alert.phone_number,
  LEADER_NAME: ({ alert }) => alert.leader_name,
  LEADER_CONTACT_INFORMATION: ({ alert }) => alert.leader_phone,
}

/** What of a reason the site wants said. */
const shownOf = (settings: TellingSettings) => ({
  withVitals: isChosen(settings, 'HEART_BEATS') && isChosen(settings, 'AGE'),
  withNames: isChosen(settings, 'FULL_NAME'),
})

/** The reason of the notice, and why the alert opened if that is another reason, as far as the site's settings show it. */
const reasonRows = (noticeSubject: NoticeSubject, settings: TellingSettings): Letter['rows'] => {
  const opened = openedWhyText(noticeSubject, shownOf(settings))
  return [
    { label: '理由', value: whyText(noticeSubject, shownOf(settings)) },
    ...(opened === undefined ? [] : [{ label: '発生時の理由', value: opened }]),
  ]
}

/** The mail about one alert, with the display items that the site has chosen. */
export const alertMail = (noticeSubject: NoticeSubject, settings: TellingSettings, publicUrl: string | undefined): MailText => {
  const subject = headline(noticeSubject)
  const { alert } = noticeSubject
  const letter: Letter = {
    heading: subject,
    paragraphs: [
      ...(alert.drill ? ['これは訓練です。実際のアラートではありません。'] : []),
      ...(noticeSubject.occasion === 'escalated' ? [unansweredText(noticeSubject)] : []),
      ...(noticeSubject.occasion === 'late' ? [lateText(noticeSubject)] : []),
      ...(alert.ended_at === null ? [] : [`このメールを作るまでに終わりました（${clockText(alert.ended_at, noticeSubject.now)}）。`]),
    ],
    rows: [
      ...reasonRows(noticeSubject, settings),
      { label: '発生', value: japanDayAndClock(alert.started_at) },
      ...mailItems.flatMap((item) => {
        const value = isChosen(settings, item) ? items[item](noticeSubject) : null
        return value === null ? [] : [{ label: settingLabels[item], value }]
      }),
    ],
    links: linksOf(noticeSubject, publicUrl),
    closing,
  }
  return { subject, body: textOf(letter), html: htmlOf(letter) }
}

/** One line of a digest, kept with it so that more can be added until it goes. */
export type DigestItem = {
  readonly officeId: number
  readonly place: string
  readonly group: string | null
  readonly urgency: string
  readonly level: number
  readonly drill: boolean
  readonly at: string
  readonly headline: string
  readonly text: string
  readonly url: string | null
}

/** What a digest says of one alert. */
export const digestItem = (noticeSubject: NoticeSubject, settings: TellingSettings, publicUrl: string | undefined): DigestItem => ({
  officeId: noticeSubject.alert.office_id,
  place: noticeSubject.alert.base_name,
  group: noticeSubject.alert.group_name,
  urgency: urgencyText(noticeSubject),
  level: urgencyLevel({ kind: noticeSubject.alert.kind, level: noticeSubject.level }),
  drill: noticeSubject.alert.drill,
  at: noticeSubject.event.at.toISOString(),
  headline: headline(noticeSubject),
  text: [isChosen(settings, 'FULL_NAME') ? noticeSubject.alert.full_name : null, whyText(noticeSubject, shownOf(settings))]
    .filter((part) => part !== null)
    .join(' '),
  url: publicUrl === undefined ? null : `${publicUrl}${pathOf(noticeSubject)}`,
})

const mostLines = 300
// What a subject has room for; the mail says all.
const mostCounts = 3

/** One mail about many alerts, the worst first. */
export const digestMail = (all: readonly DigestItem[], now: Date, publicUrl: string | undefined): MailText => {
  const sorted = all.toSorted((one, other) => other.level - one.level || (one.at < other.at ? -1 : 1))
  const counts = [...Map.groupBy(sorted, ({ urgency }) => urgency)].map(([urgency, own]) => `${urgency}${own.length}件`)
  const places = [...new Set(all.map(({ place }) => place))]
  const times = all.map(({ at }) => new Date(at).getTime())
  const [from, to] = [Math.min(...times), Math.max(...times)].map((at) => clockText(new Date(at), now))
  const where = places.length === 1 ? (places[0] ?? '') : `${places[0] ?? ''}ほか${places.length - 1}拠点`
  const mark = all.every(({ drill }) => drill) ? '【訓練】' : ''
  const groups = [...new Set(all.map(({ group }) => group))]
  const groupSuffix = groups.length === 1 && groups[0] !== null ? `・${groups[0]}` : ''
  const subject = `${mark}【まとめ・${counts.slice(0, mostCounts).join('、')}】${where}${groupSuffix} ${from === to ? from : `${from}〜${to}`}`
  const letter: Letter = {
    heading: subject,
    paragraphs: [counts.join('、'), 'アラートが続いているため、まとめて送っています。緊急と呼出は、まとめずに1件ずつ送ります。'],
    rows: [
      ...sorted.slice(0, mostLines).map(({ headline: label, text, url }) => ({ label, value: text, url: url ?? undefined })),
      ...(sorted.length > mostLines ? [{ label: 'ほか', value: `${sorted.length - mostLines}件` }] : []),
    ],
    links: publicUrl === undefined ? [] : [{ label: '見守りを開く', url: `${publicUrl}${screens.home.path}` }],
    closing,
  }
  return { subject, body: textOf(letter), html: htmlOf(letter) }
}
