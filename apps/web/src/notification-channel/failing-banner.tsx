import { labels } from '@mimamori/contract/labels'
import type { NotificationChannel } from '@mimamori/contract/notification-channel'
import { keysOf } from '@mimamori/contract/typed-lists'
import { Banner } from '../kit/banner.tsx'
import { useNow } from '../platform/clock.ts'
import { fieldsOf, isStored, variantOf } from './channel-draft.ts'
import styles from './channel-form.module.css'
import { guides } from './channel-guides.tsx'
import { momentOf } from './channel-words.ts'

/** What was refused by these is set right by what the form keeps to itself. */
const refusals: readonly (number | null)[] = [401, 403]

/** What to do, by the name that the field has in the form. */
const remedyOf = (channel: NotificationChannel): string => {
  const variant = variantOf(channel)
  const secret = keysOf(fieldsOf(variant)).find((name) => isStored(channel, name))
  if (secret === undefined || !refusals.includes(channel.last?.status ?? null)) return '設定と、相手のサービスを確かめてください。'
  return `「${guides[variant].fields[secret]?.label ?? labels.notificationChannel[secret]}」を入れ直して、保存してください。`
}

/** That a channel fails again and again: since when, why, and what to do. Nothing where it works. */
export const FailingBanner = ({ channel }: { readonly channel: NotificationChannel }) => {
  const now = useNow(60_000)
  const { failing, isEnabled } = channel
  if (failing === null || !isEnabled) return null
  const { since, failures, reason } = failing
  const why = reason === '' ? '' : `${reason}。`
  return (
    <div className={styles['failing']}>
      <Banner kind="failure">
        {`${momentOf(since, now)}から${failures}回続けて届いていません。${why}${remedyOf(channel)}直したら、「試しに送る」で確かめてください。`}
      </Banner>
    </div>
  )
}
