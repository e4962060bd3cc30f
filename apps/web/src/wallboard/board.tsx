import { longDate } from '@mimamori/contract/time-words'
import type { CSSProperties } from 'react'
import type { Wallboard } from '@mimamori/contract/wallboard'
import { useNow } from '../platform/clock.ts'
import { clockOf, dateOf } from '../platform/japan-time.ts'
import styles from './board.module.css'
import type { FeedState } from './board-feed.ts'
import { Counts } from './counts.tsx'
import { Head } from './head.tsx'
import { Heat } from './heat.tsx'
import { People } from './people.tsx'
import { PublicAlerts } from './public-alerts.tsx'
import { frameFor } from './room.ts'
import { useShift, useWindowSize } from './use-screen-care.ts'

/** The server sends a board every ten seconds; after so long without one, what is shown is not of now any more. */
const oldAfterMs = 45_000

const whenInWords = (at: number, now: number): string =>
  dateOf(at) === dateOf(now) ? clockOf(at) : `${longDate(dateOf(at))} ${clockOf(at)}`

const OldBanner = ({ at, now }: { readonly at: number; readonly now: number }) => (
  <p className={styles['banner']} role="status">
    <strong>{whenInWords(at, now)} から更新できていません。</strong>
    <span>つなぎ直しています。下はそのときのものです。</span>
  </p>
)

const messages = {
  connecting: ['読み込んでいます', ''],
  unreachable: ['サーバーにつながりません', 'つなぎ直しています。つながると、自動で表示します。'],
  refused: [
    'このボードは表示できません',
    'リンクの期限が切れたか、止められたか、正しくありません。拠点の管理者に、新しいリンクを作ってもらってください。',
  ],
} as const

const Message = ({ kind }: { readonly kind: keyof typeof messages }) => (
  <div className={styles['message']} role="status">
    <p className={styles['calm-title']}>{messages[kind][0]}</p>
    <p>{messages[kind][1]}</p>
  </div>
)

type ContentProps = { readonly board: Wallboard; readonly now: number; readonly isOld: boolean; readonly unit: number }

const Content = ({ board, now, isOld, unit }: ContentProps) => (
  <>
    {isOld && <OldBanner at={Date.parse(board.at)} now={now} />}
    <PublicAlerts alerts={board.publicAlerts} now={now} isOld={isOld} />
    <div className={styles['body']}>
      <Heat board={board} now={now} isOld={isOld} unit={unit} />
      <div className={styles['side']}>
        <People board={board} now={now} isOld={isOld} unit={unit} />
        <Counts board={board} isOld={isOld} unit={unit} />
      </div>
    </div>
  </>
)

/** A board in a window of any size: everything in units, and nothing scrolls. */
export const Board = ({ state }: { readonly state: FeedState }) => {
  const now = useNow(5_000)
  const { shape, unit, narrow } = frameFor(useWindowSize())
  const [x, y] = useShift(now)
  const board = 'board' in state ? state.board : undefined
  const isOld = board !== undefined && (state.kind === 'lost' || now - Date.parse(board.at) > oldAfterMs)
  const style = { '--u': `${unit}px`, '--x': x, '--y': y } as CSSProperties
  return (
    <main className={styles['board']} data-shape={shape} data-narrow={narrow} data-old={isOld} style={style}>
      <Head board={board} now={now} isOld={isOld} />
      {board === undefined ? (
        <Message kind={state.kind === 'refused' || state.kind === 'unreachable' ? state.kind : 'connecting'} />
      ) : (
        <Content board={board} now={now} isOld={isOld} unit={unit} />
      )}
    </main>
  )
}
