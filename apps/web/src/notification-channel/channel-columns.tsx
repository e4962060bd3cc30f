import { labels } from '@mimamori/contract/labels'
import type { NotificationChannel, notificationChannelSortKeys } from '@mimamori/contract/notification-channel'
import { screens } from '@mimamori/contract/screens'
import { Link } from '@tanstack/react-router'
import type { Column } from '../kit/data-table.tsx'
import styles from './channel-list.module.css'
import { ChannelMark } from './channel-mark.tsx'
import { hoursInWords, placeInWords, typeInWords } from './channel-words.ts'
import { LastSent } from './last-sent.tsx'
import { LevelMarks } from './level-marks.tsx'

export type ChannelSortKey = (typeof notificationChannelSortKeys)[number]

const { notificationChannel: label } = labels

const wideColumns: readonly Column<NotificationChannel, ChannelSortKey>[] = [
  { key: 'level', title: label.level, render: ({ level }) => <LevelMarks level={level} /> },
  { key: 'hours', title: label.hours, render: ({ hours }) => <span className={styles['hours']}>{hoursInWords(hours)}</span> },
]

type Choice = {
  readonly now: number
  readonly count: number | undefined
  /** Where the list is of several sites. */
  readonly withPlace: boolean
  readonly isOneCompany: boolean
  /** Where there is little room beside the chosen channel. */
  readonly isTight: boolean
}

/** The columns of the list; the name leads to the channel. */
export const channelColumns = ({
  now,
  count,
  withPlace,
  isOneCompany,
  isTight,
}: Choice): readonly Column<NotificationChannel, ChannelSortKey>[] => [
  {
    key: 'name',
    title: <>通知先 {count !== undefined && <span className={styles['count']}>{count}件</span>}</>,
    sortKey: 'name',
    fixed: 'start',
    render: (channel) => (
      <span className={styles['who']}>
        <ChannelMark type={channel.type} />
        <span className={styles['names']}>
          <Link
            to={screens.notificationChannel.path}
            search={(search) => ({ ...search, id: channel.id })}
            className={styles['link']}
            resetScroll={false}
          >
            {channel.name}
          </Link>
          <span className={styles['under']}>
            {typeInWords(channel)}
            {withPlace && `・${placeInWords(channel, isOneCompany)}`}
          </span>
          {isTight && <LevelMarks level={channel.level} />}
        </span>
      </span>
    ),
  },
  ...(isTight ? [] : wideColumns),
  {
    key: 'at',
    title: label.last,
    sortKey: 'at',
    render: (channel) => (
      <div className={styles['last']}>
        <LastSent channel={channel} now={now} />
      </div>
    ),
  },
]
