import { type AlertKind, alertKindNames, estimatedWord, gradeNames, limitNames } from '@mimamori/contract'
import { japanDay, toJapanIso } from '../../../platform/japan-time.ts'

/** The reason of an alert as it is stored: which limit, its value, its duration in minutes; of several people their number and names; the device's serial. */
export type Reason = {
  readonly kind: string
  readonly limit?: number | undefined
  readonly minutes?: number | undefined
  /** By how much the limit was passed, bpm or °C; old ones do not say. */
  readonly over?: number | undefined
  /** bpm: the own peak or mean that the limit lies above, or the mean of the shift. */
  readonly compared?: number | undefined
  readonly names?: readonly string[] | undefined
  readonly device?: string | undefined
  /** When a press of the call button, or a report, came in, epoch ms. */
  readonly receivedAt?: number | undefined
  /** Of a call that the person made on their own page. */
  readonly source?: 'self' | undefined
  /** Reports that the episode gathers. */
  readonly count?: number | undefined
  /** Of heat by a WBGT that was estimated. */
  readonly isEstimated?: true | undefined
}

/** The values of the episode that the text needs besides. */
export type ReasonValues = {
  readonly kind: AlertKind
  readonly cause: string
  readonly excess: number | null
  readonly calledAt?: Date | null
}

const oneDecimal = (value: number) => value.toFixed(1)
// Limits of the instantaneous heart rate have halves; the others are whole.
const plain = (value: number) => String(Math.round(value * 10) / 10)

const lasting = (minutes: number | undefined) => (minutes === undefined || minutes === 0 ? '' : `・${plain(minutes)}分`)

const passed = (name: string, { limit, minutes, over }: Reason) => {
  if (limit !== undefined && over !== undefined) return `${name}${plain(limit)}を${plain(over)}超過${lasting(minutes)}`
  const what = limit === undefined ? `${name}の限度` : `${name} ${plain(limit)}`
  return minutes === undefined || minutes === 0 ? `${what} を超過` : `${what} を ${plain(minutes)}分超過`
}

const accumulated = ({ limit = 3, minutes }: Reason) => {
  const level = limit === 1 || limit === 2 ? `${gradeNames[limit]}以上` : gradeNames[3]
  return minutes === undefined ? `${level}の累計が限度に到達` : `${level}の累計が ${plain(minutes)}分に到達`
}

const overReference = ({ limit }: Reason, excess: number | null) => {
  const reference = limit === undefined ? '基準値' : `${oneDecimal(limit)}℃の基準値`
  if (excess === null) return `${reference}を超過`
  // What is open stays so a little below.
  if (excess < 0) return `${reference}の近く`
  // At the reference value itself the heat is already caution.
  return excess < 0.05 ? `${reference}に到達` : `${reference}を ${oneDecimal(excess)}℃ 超過`
}

const namesInText = 5

/** A long list is shortened, because its count is before it. */
const namesText = (names: readonly string[]) => {
  const rest = names.length - namesInText
  return `${names.slice(0, namesInText).join('、')}${rest > 0 ? ` ほか${rest}名` : ''}`
}

const heat = (reason: Reason, excess: number | null) => {
  const { names = [], isEstimated = false } = reason
  return `${overReference(reason, excess)}${isEstimated ? `（WBGTは${estimatedWord}）` : ''}${names.length === 0 ? '' : `・${names.length}名（${namesText(names)}）`}`
}

const tooSlow = ({ limit = 40, minutes = 3, over }: Reason) =>
  over === undefined
    ? `心拍 ${plain(limit)} 未満が ${plain(minutes)}分継続`
    : `心拍${plain(limit)}を${plain(over)}下回る${lasting(minutes)}`

const workersHeat = ({ limit = 0, over = 0 }: Reason) =>
  over < 0.05 ? `基準値${plain(limit)}に到達` : `基準値${plain(limit)}を${plain(over)}超過`

const belt = ({ limit }: Reason) =>
  limit === undefined ? '高所でフックが外れています' : `高さ ${oneDecimal(limit / 100)}m 以上でフックが外れています`

const siteSilence = ({ names = [] }: Reason) =>
  names.length === 0 ? '受信がありません' : `${names.length}名の受信がありません：${namesText(names)}`

const gatewaySilence = ({ names = [] }: Reason) =>
  `親機・子機から受信がありません${names.length === 0 ? '' : `（${names.length}名：${namesText(names)}）`}`

/** Of a watcher or a barometer: what cannot be measured, and by which one. */
const instrumentSilence = (name: string, lost: string, { device }: Reason) =>
  `${name}${device === undefined ? '' : ` ${device}`} の受信がなく、${lost}を測れていません`

const barometerMoved = ({ device }: Reason) =>
  `気圧基準器${device === undefined ? '' : ` ${device}`} が動かされ、高さが不明です。端末の高さを0に合わせてください`

const dayMinutes = 24 * 60

/** A length of time in the two units that matter: 11分, 2時間5分, 3日. */
const lengthOf = (minutes: number): string => {
  if (minutes < 60) return `${plain(minutes)}分`
  if (minutes >= 2 * dayMinutes) return `${Math.round(minutes / dayMinutes)}日`
  const rest = minutes % 60
  return `${Math.floor(minutes / 60)}時間${rest === 0 ? '' : `${rest}分`}`
}

const clock = ({ minutes, device }: Reason) => {
  const which = device === undefined ? '時計が' : `機器 ${device} の時計が`
  return minutes === undefined
    ? `${which} ずれています`
    : `${which} ${lengthOf(Math.abs(minutes))} ${minutes < 0 ? '遅れて' : '進んで'}います`
}

/** 13:05, or with its day where that is another one than of `beside`. */
const timeOf = (instant: Date, beside: Date): string => {
  const iso = toJapanIso(instant)
  const day = japanDay(instant) === japanDay(beside) ? '' : `${Number(iso.slice(5, 7))}/${Number(iso.slice(8, 10))} `
  return day + iso.slice(11, 16)
}

const minuteOf = (instant: Date) => toJapanIso(instant).slice(0, 16)

/** A press of the call button: with both times where it came in later, with the device where nobody wears it. */
const call = ({ device, receivedAt, source }: Reason, calledAt: Date | null) => {
  const which = device === undefined ? '' : `機器 ${device}（装着者なし）の`
  const pressed = source === 'self' ? '本人が「助けて」を押しました' : `${which}呼び出しボタンが押されました`
  if (calledAt === null || receivedAt === undefined) return pressed
  const received = new Date(receivedAt)
  if (minuteOf(calledAt) === minuteOf(received)) return pressed
  return `${which}${timeOf(calledAt, received)}の呼出（${timeOf(received, received)}に受信）`
}

const alarmNames: Partial<Record<AlertKind, string>> = {
  fall: '転倒を検知しました',
  noMotion: '動きがないことを検知しました',
  deviceHeat: '暑さの危険を検知しました',
  help: '助けを求める通報がありました',
}

/** An alarm that a device judged itself: as a call, with both times where it came in later, with the device where nobody wears it. */
const alarm = ({ device, receivedAt }: Reason, kind: AlertKind, calledAt: Date | null) => {
  const which = device === undefined ? '機器' : `機器 ${device}（装着者なし）`
  const raised = `${which}${kind === 'help' ? 'から' : 'が'}${alarmNames[kind] ?? '警報を出しました'}`
  if (calledAt === null || receivedAt === undefined) return raised
  const received = new Date(receivedAt)
  if (minuteOf(calledAt) === minuteOf(received)) return raised
  return `${which}の${timeOf(calledAt, received)}の${alertKindNames[kind]}（${timeOf(received, received)}に受信）`
}

/** From here on a report shows both when it was made and when it came in. Customer's figure. */
const lateReportMs = 15 * 60_000

/** A report (申告): who made it and how many there are, with both times where it came in late. What it says is nowhere in it. */
const reported = (by: string, { receivedAt, count = 1 }: Reason, madeAt: Date | null) => {
  const times = count > 1 ? `（${count}件）` : ''
  if (madeAt === null || receivedAt === undefined || receivedAt - madeAt.getTime() <= lateReportMs)
    return `${by}体調の申告がありました${times}`
  const received = new Date(receivedAt)
  return `${by}${timeOf(madeAt, received)}の申告（${timeOf(received, received)}に受信）${times}`
}

/** Kinds whose words name what is usual for a person: seen by fewer than other vital signs are. */
const ownKinds: readonly string[] = ['ownPeak', 'ownMean']

/** Whether a reason says what is usual for a person. */
export const saysOwnMeasure = (reason: Reason | null): boolean => reason !== null && ownKinds.includes(reason.kind)

const mean = ({ limit, over = 0, minutes = 0, compared }: Reason, comparison: string) => {
  if (limit === undefined) return `心拍の30分平均の${comparison} を超過`
  const limitText =
    compared === undefined || limit < compared ? `上限${plain(limit)}` : `${comparison}${plain(compared)}＋${plain(limit - compared)}`
  return `${plain(minutes)}分平均${plain(limit + over)}（${limitText}）`
}

const lowMean = ({ limit, over = 0, minutes = 0 }: Reason) =>
  limit === undefined ? '心拍の平均が低すぎます' : `${plain(minutes)}分平均${plain(limit - over)}（${plain(limit)}未満）`

const ownPeak = ({ limit, over = 0, minutes = 0, compared = limit }: Reason) =>
  limit === undefined || compared === undefined
    ? '本人のいつもの最高の心拍 を超過'
    : `いつもの最高${plain(compared)}を${plain(limit + over - compared)}上回る${plain(limit + over)}が${plain(minutes)}分`

/** Why an episode opened or rose, as text. An unknown kind is named by the episode's kind. */
export const reasonText = (reason: Reason | null, { kind, cause, excess, calledAt = null }: ReasonValues): string => {
  const known: Reason = reason ?? { kind: cause }
  const { minutes } = known
  switch (known.kind) {
    case 'sustained':
    case 'sustainedLong':
      return passed(limitNames.sustained, known)
    case 'instantaneous':
    case 'instantaneousLong':
      return passed(limitNames.instantaneous, known)
    case 'maximum':
      return passed(limitNames.maximum, known)
    case 'low':
      return tooSlow(known)
    case 'ownPeak':
      return ownPeak(known)
    case 'ownMean':
      return mean(known, '本人の目安')
    case 'shiftMean':
      return mean(known, 'この勤務の目安')
    case 'ageMean':
      return mean(known, '限度')
    case 'lowMean':
      return lowMean(known)
    case 'call':
      return call(known, calledAt)
    case 'alarm':
      return alarm(known, kind, calledAt)
    case 'unwell':
      return reported('本人から', known, calledAt)
    case 'poster':
      return reported('現場の掲示から', known, calledAt)
    case 'accumulated':
      return accumulated(known)
    case 'heat':
      return heat(known, excess)
    case 'silent':
      return minutes === undefined ? '受信が途絶えています' : `${plain(minutes)}分以上 受信がありません`
    case 'siteSilent':
      return siteSilence(known)
    case 'gatewaySilent':
    case 'gateway':
      return gatewaySilence(known)
    case 'watcherSilent':
      return instrumentSilence('暑さ指数計', '暑さ', known)
    case 'barometerSilent':
      return instrumentSilence('気圧基準器', '高さ', known)
    case 'barometerMoved':
      return barometerMoved(known)
    case 'workers':
      return '半数以上の作業者から受信がありません'
    case 'belt':
      return belt(known)
    case 'noHeartRate':
      return minutes === undefined ? '心拍を取得できません' : `${plain(minutes)}分間 心拍を取得できません`
    case 'clock':
      return clock(known)
    case 'drill':
      return '緊急時の連絡の訓練です'
    case 'battery':
      return known.limit === undefined ? '電池の残りがわずかです' : `電池の残りが ${plain(known.limit)} です`
    default:
      return alertKindNames[kind]
  }
}

const heartReasonText = (reason: Reason): string => reasonText(reason, { kind: 'condition', cause: reason.kind, excess: null })

/** What a worker's level rests on, the heart's reason first: 最大心拍162を5超過・2分、基準値28を3.5超過. */
export const levelReasonText = (reasons: readonly Reason[], textOf: (reason: Reason) => string = heartReasonText): string =>
  reasons.map((reason) => (reason.kind === 'heat' ? workersHeat(reason) : textOf(reason))).join('、')
