import CloseCircleOutlined from '@ant-design/icons/CloseCircleOutlined'
import { levelGradeOf } from '@mimamori/contract/level-grade'
import { type ChannelDelivery, deliveryStateNames } from '@mimamori/contract/notification-channel'
import { LevelMark } from '../marks/level-mark.tsx'
import { tookInWords } from './channel-words.ts'
import styles from './sent-state.module.css'

/** A place without the site that it begins with, where that is `site`. */
const placeWithin = (place: string | null, site: string | null): string | null =>
  place === null || site === null || !place.startsWith(`${site} `) ? place : place.slice(site.length + 1)

/**
 * What a delivery was about, in a line.
 * @param site that of the channel, which every line would repeat; null of a channel of all sites
 */
export const deliveryInWords = (
  { test, drill, digestCount, urgency, person, place, bodyGone, eventType, replay }: ChannelDelivery,
  site: string | null,
): string => {
  if (test) return '試しに送った1件'
  if (bodyGone && urgency === null && eventType === null) return '内容は30日で消えました'
  const digest = digestCount === null || digestCount === 1 ? null : `（${digestCount}件をまとめて）`
  return [drill ? '訓練' : null, eventType ?? urgency, person ?? placeWithin(place, site), digest, replay ? '（送り直し）' : null]
    .filter((part) => part !== null)
    .join('　')
}

/** What a delivery was about: its level, and who or where. */
export const DeliveryName = ({ delivery, site }: { readonly delivery: ChannelDelivery; readonly site: string | null }) => {
  const { emergency, level } = delivery
  const grade = emergency ? 'emergency' : level === null ? undefined : levelGradeOf(level)
  return (
    <span className={styles['name']}>
      {grade !== undefined && <LevelMark grade={grade} size={16} decorative />}
      <span>{deliveryInWords(delivery, site)}</span>
    </span>
  )
}

/** How far it has got: at once, at a further attempt, or not at all and why. */
export const DeliveryState = ({ delivery }: { readonly delivery: ChannelDelivery }) => {
  const { state, attempts, durationMs, status, reason } = delivery
  const isWrong = state === 'failed' || state === 'retrying' || (state === 'sent' && attempts > 1)
  const words = state === 'sent' && attempts > 1 ? `${attempts}回目で${deliveryStateNames.sent}` : deliveryStateNames[state]
  const why = [state !== 'sent' && status !== null && status >= 300 ? String(status) : null, reason]
    .filter((part) => part !== null)
    .join(' ')
  return (
    <span className={styles['state']}>
      {isWrong && <CloseCircleOutlined className={styles['wrong']} aria-hidden="true" />}
      <span>{words}</span>
      {state === 'sent' && durationMs !== null && <span className={styles['second']}>{tookInWords(durationMs)}</span>}
      {why !== '' && <span className={styles['second']}>{why}</span>}
    </span>
  )
}
