import { gradeNames } from '@mimamori/contract/labels'
import type { Wallboard } from '@mimamori/contract/wallboard'
import { restAdvice } from '@mimamori/heat/rest'
import { levelGradeOf } from '@mimamori/contract/level-grade'
import { signed } from '@mimamori/contract/number-words'
import { HeatCurve } from '../marks/heat-curve.tsx'
import { EstimatedMark } from '../marks/estimated-mark.tsx'
import { LevelMark } from '../marks/level-mark.tsx'
import { SilentMark } from '../marks/sign-mark.tsx'
import { clockOf } from '../platform/japan-time.ts'
import styles from './board.module.css'
import { linesIn } from './room.ts'
import { trendOf } from './trend.ts'
import { useRoom } from './use-room.ts'

type Watcher = Wallboard['watchers'][number]
type ShownState = { readonly now: number; readonly isOld: boolean }

/** A value older than this counts for no worker; it is shown only while its level is held. */
const currentMs = 15 * 60_000

/** Taller than on a desk: it is read from the door. */
const curveHeight = 205

const isHeld = ({ at }: Watcher, now: number) => at === null || now - Date.parse(at) > currentMs

const arrows = {
  rising: ['M5 19L18 6M8.5 6H18V15.5', '上昇'],
  level: ['M4 12H19M13 6L19 12L13 18', '横ばい'],
  falling: ['M5 5L18 18M18 8.5V18H8.5', '下降'],
} as const

const Trend = ({ watcher }: { readonly watcher: Watcher }) => {
  const trend = trendOf(watcher.trend)
  if (trend === null) return <span />
  const [path, word] = arrows[trend]
  return (
    <svg className={styles['arrow']} viewBox="0 0 24 24" role="img" aria-label={word}>
      <path d={path} />
    </svg>
  )
}

const Mark = ({ watcher, now, isOld }: ShownState & { readonly watcher: Watcher }) => {
  const grade = levelGradeOf(watcher.alertLevel)
  if (watcher.wbgtValue === null || grade === undefined) return <SilentMark />
  return <LevelMark grade={grade} hollow={isOld || isHeld(watcher, now)} />
}

/** What the excess asks for, by the ministry's guide. */
const adviceOf = (excess: number): string | null => {
  const advice = restAdvice(excess)
  switch (advice.kind) {
    case 'none':
      return null
    case 'rest':
      return `1時間に${advice.minutesPerHour}分以上の休憩が目安`
    case 'stop':
      return '作業中止の目安'
    default:
      return advice satisfies never
  }
}

const Excess = ({ excess }: { readonly excess: number }) => {
  const advice = adviceOf(excess)
  return (
    <p className={styles['excess']}>
      <span>
        {excess > 0 ? '基準値を ' : '基準値まで '}
        <strong>{Math.abs(excess).toFixed(1)}℃</strong>
        {excess > 0 && ' 超過'}
      </span>
      {advice !== null && <strong>{advice}</strong>}
    </p>
  )
}

const Hottest = ({ watcher, now, isOld }: ShownState & { readonly watcher: Watcher }) => {
  const grade = levelGradeOf(watcher.alertLevel) ?? 'none'
  return (
    <>
      <div className={styles['titles']}>
        <h2>{isOld ? '暑さ（WBGT）' : 'いまの暑さ（WBGT）'}</h2>
        <span className={styles['where']}>{watcher.locationName ?? watcher.serialNumber}</span>
      </div>
      <div className={styles['hottest']} data-held={isOld || isHeld(watcher, now)}>
        <p className={styles['value']}>
          <strong>{watcher.wbgtValue?.toFixed(1)}</strong>℃{watcher.isEstimated && <EstimatedMark />}
          <Trend watcher={watcher} />
        </p>
        <span className={styles['mark']}>
          <LevelMark grade={grade} hollow={isOld || isHeld(watcher, now)} decorative />
          <span>{gradeNames[grade]}</span>
        </span>
      </div>
      {isHeld(watcher, now) && watcher.at !== null && <p className={styles['excess']}>{clockOf(watcher.at)} の値です</p>}
      {watcher.excess !== null && <Excess excess={watcher.excess} />}
    </>
  )
}

const PublicOnly = ({ board }: { readonly board: Wallboard }) => {
  const publicHeat = board.publicWbgt
  if (publicHeat === null || publicHeat.wbgtValue === null)
    return <p className={styles['nothing']}>{board.watchers.length === 0 ? '暑さ指数計がありません' : '暑さの測定値が届いていません'}</p>
  return (
    <>
      <div className={styles['titles']}>
        <h2>暑さ（環境省の公表値）</h2>
        <span className={styles['where']}>地点 {publicHeat.station}</span>
      </div>
      <div className={styles['hottest']}>
        <p className={styles['value']}>
          <strong>{publicHeat.wbgtValue.toFixed(1)}</strong>℃
        </p>
      </div>
      {publicHeat.at !== null && <p className={styles['excess']}>{clockOf(publicHeat.at)} の値です</p>}
    </>
  )
}

const Line = ({ watcher, now, isOld }: ShownState & { readonly watcher: Watcher }) => (
  <li className={styles['watcher']} data-held={isOld || isHeld(watcher, now)}>
    <Mark watcher={watcher} now={now} isOld={isOld} />
    <span className={styles['where']}>
      {watcher.isEstimated && <EstimatedMark />} {watcher.locationName ?? watcher.serialNumber}
    </span>
    <Trend watcher={watcher} />
    <strong>{watcher.wbgtValue?.toFixed(1) ?? '―'}</strong>
    <span className={styles['note']}>{watcher.excess === null ? '' : signed(watcher.excess)}</span>
  </li>
)

type Props = ShownState & { readonly board: Wallboard; readonly unit: number }

/** How hot it is: the hottest place large, the day's course, the other places. */
export const Heat = ({ board, now, isOld, unit }: Props) => {
  const [element, room] = useRoom(unit)
  const hottestFirst = board.watchers.toSorted((a, b) => (b.wbgtValue ?? -100) - (a.wbgtValue ?? -100))
  const [hottest] = hottestFirst
  const others = hottest?.wbgtValue == null ? hottestFirst : hottestFirst.slice(1)
  const shown = others.slice(0, room === undefined ? 0 : linesIn(room, others.length))
  return (
    <section className={styles['heat']} aria-label="暑さ">
      <div className={styles['now']}>
        {hottest?.wbgtValue == null ? <PublicOnly board={board} /> : <Hottest watcher={hottest} now={now} isOld={isOld} />}
      </div>
      {board.heatToday.length > 0 && (
        <div className={styles['curve']}>
          <HeatCurve site={board} height={curveHeight} />
        </div>
      )}
      <div ref={element} className={styles['room']}>
        {others.length > 0 && room !== undefined && (
          <ul className={styles['watchers']} aria-label="ほかの場所">
            {shown.map((watcher) => (
              <Line key={watcher.serialNumber} watcher={watcher} now={now} isOld={isOld} />
            ))}
            {others.length > shown.length && <li className={styles['more']}>ほか{others.length - shown.length}か所</li>}
          </ul>
        )}
      </div>
    </section>
  )
}
