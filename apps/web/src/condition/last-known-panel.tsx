import { labels, statusNames } from '@mimamori/contract/labels'
import { levelGradeOf } from '@mimamori/contract/level-grade'
import { signed } from '@mimamori/contract/number-words'
import CloudOutlined from '@ant-design/icons/CloudOutlined'
import { ContactLinks } from '../emergency/contact-links.tsx'
import { useContacts } from '../emergency/use-contacts.ts'
import { levelWordOf } from '../marks/grade.ts'
import { EmergencyBadge, LevelLabel } from '../marks/level-mark.tsx'
import { clockOf } from '../platform/japan-time.ts'
import styles from './last-known-panel.module.css'
import type { LastKnown } from './use-last-known.ts'

const { healthCondition: label } = labels

const noneKnown = { phoneNumber: null, leaderId: null, leaderName: null, leaderContact: null }

/** Who it is and how they were when the console last heard, where no answer of now comes; every value is old, and says so. */
export const LastKnownPanel = ({ known: { row, readAt, episode } }: { readonly known: LastKnown }) => {
  const contacts = useContacts({ ...noneKnown, ...episode, userId: row.userId, officeId: row.officeId })
  const grade = levelGradeOf(row.alertLevel)
  return (
    <section className={styles['panel']} aria-label="最後にわかっている状態">
      <h2 className={styles['name']}>
        {row.fullName}
        {row.emergency === '1' && <EmergencyBadge alarm={row.alarm} />}
      </h2>
      <p className={styles['when']} role="status">
        <CloudOutlined aria-hidden />
        いまの値を読み込めません。{clockOf(row.alertTime ?? new Date(readAt).toISOString())} の値を表示しています。
      </p>
      {grade !== undefined && <LevelLabel grade={grade} word={levelWordOf(row)} size={24} hollow />}
      <ContactLinks contacts={contacts} />
      <dl className={styles['values']}>
        <div>
          <dt>{label.heartRate}</dt>
          <dd>{row.heartRate === null ? statusNames['1'] : `${row.heartRate} bpm`}</dd>
        </div>
        <div>
          <dt>{label.excess}</dt>
          <dd>{row.excess === null ? '―' : `${signed(row.excess)} ℃`}</dd>
        </div>
        <div>
          <dt>{label.locationName}</dt>
          <dd>{row.locationName ?? '位置不明'}</dd>
        </div>
      </dl>
    </section>
  )
}
