import { notificationChannel, type NotificationChannel } from '@mimamori/contract/notification-channel'
import { screens } from '@mimamori/contract/screens'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { NoAnswerYet } from '../kit/no-answer-yet.tsx'
import { useNow } from '../platform/clock.ts'
import { queryOf } from '../platform/query.ts'
import { momentOf } from './channel-words.ts'
import { DeliveryName, DeliveryState } from './delivery-line.tsx'
import styles from './recent-deliveries.module.css'

const limit = 5

/** Somebody who has just repaired a channel waits for its next message. */
const askAgainMs = 10_000

/** The last messages of a channel and how they fared. */
export const RecentDeliveries = ({ channel: { id, week, officeName } }: { readonly channel: NotificationChannel }) => {
  const heading = useId()
  const now = useNow(60_000)
  const result = useQuery({ ...queryOf(notificationChannel.deliveries, { params: { id }, query: { limit } }), refetchInterval: askAgainMs })
  return (
    <section aria-labelledby={heading} className={styles['part']}>
      <header className={styles['head']}>
        <h3 id={heading} className={styles['title']}>
          送った記録
        </h3>
        <span className={styles['count']}>
          7日で{week.count}件・失敗{week.failed}件
        </span>
        <Link to={screens.channelDeliveries.path} params={{ id }} className={styles['all']}>
          すべて見る
        </Link>
      </header>
      {result.data === undefined ? (
        <NoAnswerYet result={result} height={120} />
      ) : result.data.data.length === 0 ? (
        <p className={styles['none']}>まだ何も送っていません。「試しに送る」で、届くことを確かめてください。</p>
      ) : (
        <ul className={styles['rows']}>
          {result.data.data.map((delivery) => (
            <li key={delivery.id} className={styles['row']}>
              <time dateTime={delivery.at}>{momentOf(delivery.at, now)}</time>
              <DeliveryName delivery={delivery} site={officeName} />
              <DeliveryState delivery={delivery} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
