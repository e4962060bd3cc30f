import { alertKindNames } from '@mimamori/contract/alert'
import { rotaShiftNames } from '@mimamori/contract/duty-rota'
import { gradeNames, type Grade } from '@mimamori/contract/labels'
import type { Wallboard } from '@mimamori/contract/wallboard'
import { LevelMark } from '../marks/level-mark.tsx'
import { ReportMark } from '../marks/report-mark.tsx'
import { SilentMark } from '../marks/sign-mark.tsx'
import styles from './board.module.css'
import { namesIn } from './room.ts'
import { useRoom } from './use-room.ts'

/** Units of the line of silent devices that its mark, number and word take. */
const beforeNames = 340

type LevelCountProps = { readonly grade: Exclude<Grade, 'emergency'>; readonly count: number; readonly isOld: boolean }

/** How many people are at a level: shape, number and word. */
export const LevelCount = ({ grade, count, isOld }: LevelCountProps) => (
  <li className={styles['count']} data-empty={count === 0} data-calm={grade !== 3 && grade !== 2}>
    <LevelMark grade={grade} hollow={isOld} decorative />
    <strong>{count}</strong>
    <span>{gradeNames[grade]}</span>
  </li>
)

/** Who is called first, by surname; an empty place is named so. */
const OnDuty = ({ onDuty: { shift, people } }: { readonly onDuty: NonNullable<Wallboard['onDuty']> }) => (
  <p className={styles['on-duty']}>
    <strong>担当（{rotaShiftNames[shift]}）</strong>
    <span>{people.map(({ place, name }) => `${place} ${name ?? '空き'}`).join('　')}</span>
  </p>
)

/** How many people are at each level, and which devices are not heard. */
export const Counts = ({ board, isOld, unit }: { readonly board: Wallboard; readonly isOld: boolean; readonly unit: number }) => {
  const [element, room] = useRoom(unit)
  const { counts, silent } = board
  const isCalm = counts.emergency + counts.reported + counts.level3 + counts.level2 === 0
  return (
    <footer className={styles['foot']} data-needy={!isCalm}>
      {!isCalm && (
        <ul className={styles['counts']} aria-label="段階ごとの人数">
          {counts.reported > 0 && (
            <li className={styles['count']}>
              <ReportMark size={38} />
              <strong>{counts.reported}</strong>
              <span>{alertKindNames.report}</span>
            </li>
          )}
          <LevelCount grade={3} count={counts.level3} isOld={isOld} />
          <LevelCount grade={2} count={counts.level2} isOld={isOld} />
          <LevelCount grade={1} count={counts.level1} isOld={isOld} />
          <LevelCount grade={0} count={counts.level0} isOld={isOld} />
          <LevelCount grade="none" count={counts.none} isOld={isOld} />
        </ul>
      )}
      {board.onDuty !== null && <OnDuty onDuty={board.onDuty} />}
      <div ref={element} className={styles['silent']}>
        <SilentMark decorative />
        <strong>{silent.count}</strong>
        <span className={styles['silent-word']}>受信のない機器</span>
        <span className={styles['silent-names']}>{room === undefined ? '' : namesIn(silent, room.width - beforeNames)}</span>
      </div>
    </footer>
  )
}
