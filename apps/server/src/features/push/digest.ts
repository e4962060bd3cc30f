import { levelNameOf, message, type PushNotice, screens } from '@mimamori/contract'
import { japanClock } from '../../platform/japan-time.ts'

/** A notice that waits for one browser. */
export type Waiting = {
  readonly push_id: number
  readonly alert_id: number | null
  readonly created_at: Date
  readonly payload: PushNotice
  readonly attempts: number
  readonly traceparent: string | null
}

/** What the browser was sent within the last two minutes. */
export type Lately = {
  /** Single ordinary notices of the last minute. */
  readonly singles: number
  readonly digestAt: Date | null
}

export type Delivery = { readonly notice: PushNotice; readonly covers: readonly Waiting[]; readonly isDigest: boolean }

export type Plan = {
  readonly deliveries: readonly Delivery[]
  /** Said already by a later notice of the same tag. */
  readonly replaced: readonly Waiting[]
  readonly held: readonly Waiting[]
  readonly heldUntil: Date
}

const minuteMs = 60_000
/** As mails (design §8): from the sixth within a minute on, one digest a minute. */
const singlesAMinute = 5
const namedInDigest = 3

const isOrdinary = ({ alert_id, payload }: Waiting) => alert_id !== null && !payload.emergency
const weight = ({ payload }: Waiting) => payload.level ?? -1

/** One notice for several: how many, the worst of them, the first few by their titles. */
export const digestOf = (notices: readonly PushNotice[], now: Date): PushNotice => {
  const worstFirst = notices.toSorted((one, other) => (other.level ?? -1) - (one.level ?? -1))
  const level = worstFirst[0]?.level ?? null
  const rest = notices.length - namedInDigest
  const urls = new Set(notices.map(({ url }) => url))
  return {
    title: message('pushDigestTitle', {
      drill: notices[0]?.drill === true ? '訓練　' : '',
      count: notices.length,
      level: level === null ? '' : message('pushDigestLevel', { level: levelNameOf(level) }),
      time: japanClock(now),
    }),
    body: [
      ...worstFirst.slice(0, namedInDigest).map(({ title }) => title),
      ...(rest > 0 ? [message('pushDigestMore', { count: rest })] : []),
    ].join('\n'),
    url: urls.size === 1 ? (notices[0]?.url ?? screens.home.path) : screens.home.path,
    tag: `digest-${now.getTime()}`,
    level,
    emergency: false,
    drill: notices[0]?.drill ?? false,
    at: now.toISOString(),
  }
}

const single = (row: Waiting): Delivery => ({ notice: row.payload, covers: [row], isDigest: false })

/** Drills and real alerts never in one. */
const mergeNotices = (rows: readonly Waiting[], now: Date): Delivery[] =>
  [rows.filter(({ payload }) => !payload.drill), rows.filter(({ payload }) => payload.drill)]
    .filter(({ length }) => length > 0)
    .map((covers) => ({
      notice:
        covers.length === 1 && covers[0] !== undefined
          ? covers[0].payload
          : digestOf(
              covers.map(({ payload }) => payload),
              now,
            ),
      covers,
      isDigest: true,
    }))

const lastOfEachTag = (rows: readonly Waiting[]) => new Set(new Map(rows.map((row) => [row.payload.tag, row])).values())

/**
 * Which of the notices that wait for one browser go out now, and as what. Emergencies and what the reader asked for never
 * wait; of the others five a minute go out singly, and then one digest a minute until the flood is over.
 * @param waiting the oldest first
 */
export const planNotices = (waiting: readonly Waiting[], { singles, digestAt }: Lately, now: Date): Plan => {
  const last = lastOfEachTag(waiting)
  const current = waiting.filter((row) => last.has(row))
  const replaced = waiting.filter((row) => !last.has(row))
  const urgent = current.filter((row) => !isOrdinary(row)).map(single)
  const ordinary = current.filter(isOrdinary)
  const heldUntil = new Date((digestAt ?? now).getTime() + minuteMs)
  if (digestAt !== null && now < heldUntil) return { deliveries: urgent, replaced, held: ordinary, heldUntil }
  const room = digestAt !== null ? 0 : Math.max(0, singlesAMinute - singles)
  const worstFirst = ordinary.toSorted((one, other) => weight(other) - weight(one))
  const alone = new Set(worstFirst.slice(0, room))
  const rest = ordinary.filter((row) => !alone.has(row))
  return {
    deliveries: [...urgent, ...worstFirst.slice(0, room).map(single), ...mergeNotices(rest, now)],
    replaced,
    held: [],
    heldUntil,
  }
}
