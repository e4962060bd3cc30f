import { alertKindNames } from '@mimamori/contract/alert'
import { gradeNames } from '@mimamori/contract/labels'
import type { Wallboard, WallboardPerson } from '@mimamori/contract/wallboard'
import styles from './board.module.css'
import { LevelCount } from './counts.tsx'
import { receptionState } from '../marks/reception-state.ts'
import { Belts } from './belts.tsx'
import { Band, Card, Drill, inWords, Rest } from './person.tsx'
import { seatsIn } from './room.ts'
import { useRoom } from './use-room.ts'

type Props = { readonly board: Wallboard; readonly now: number; readonly isOld: boolean; readonly unit: number }

/** Whether anything of now is known of the people: a silence must never read as an all-clear. */
const isKnown = ({ counts, lastReceivedAt }: Wallboard, now: number) =>
  counts.level1 + counts.level0 > 0 && receptionState(lastReceivedAt, now).kind !== 'stopped'

const calmInWords = (board: Wallboard, now: number, isOld: boolean): string => {
  if (board.counts.level1 + board.counts.level0 + board.counts.none === 0) return 'この現場には、まだ作業者がいません'
  if (!isKnown(board, isOld ? Date.parse(board.at) : now)) return 'データが届いていないため、分かりません'
  return isOld ? '助けが要る人はいませんでした' : 'いま助けが要る人はいません'
}

const Calm = ({ board, now, isOld }: Omit<Props, 'unit'>) => {
  const { counts } = board
  const all = counts.level1 + counts.level0 + counts.none
  return (
    <div className={styles['calm']}>
      <p className={styles['calm-title']}>{board.belts.count > 0 ? '安全帯のアラートが出ています' : calmInWords(board, now, isOld)}</p>
      {all > 0 && (
        <ul className={styles['calm-counts']} aria-label="段階ごとの人数">
          <LevelCount grade={1} count={counts.level1} isOld={isOld} />
          <LevelCount grade={0} count={counts.level0} isOld={isOld} />
          <LevelCount grade="none" count={counts.none} isOld={isOld} />
        </ul>
      )}
    </div>
  )
}

/** Who needs help: emergencies first, then reports (申告), then the gravest. What has no room is counted, nothing scrolls. */
export const People = ({ board, now, isOld, unit }: Props) => {
  const [element, room] = useRoom(unit)
  const { counts, emergencies, people } = board
  const needy = counts.reported + counts.level3 + counts.level2
  const seats = room === undefined ? undefined : seatsIn(room, counts.emergency, needy)
  const shown = people.slice(0, seats?.people ?? 0)
  const withoutSeat = (all: number, isOne: (person: WallboardPerson) => boolean) => all - shown.filter(isOne).length
  const left = (level: number, all: number) => withoutSeat(all, (person) => !person.reported && person.level === level)
  const columns = { gridTemplateColumns: `repeat(${seats?.columns ?? 1}, minmax(0, 1fr))` }
  return (
    <section className={styles['people']} aria-label="助けが要る人">
      <div ref={element} className={styles['room']}>
        {seats !== undefined && counts.emergency > 0 && (
          <ul className={styles['bands']} aria-label="緊急">
            {emergencies.slice(0, seats.emergencies).map((person) => (
              <Band key={person.id} person={person} now={now} isOld={isOld} alone={counts.emergency === 1} />
            ))}
            {counts.emergency > seats.emergencies && <Rest count={counts.emergency - seats.emergencies} word="が緊急" />}
          </ul>
        )}
        {seats !== undefined && needy > 0 && (
          <>
            <div className={styles['heading']}>
              <h2>
                {isOld ? '助けが要った人' : 'いま助けが要る人'} <strong>{needy}</strong>
                {counts.emergency > 0 && <span className={styles['note']}>緊急のほかに</span>}
              </h2>
              <span className={styles['note']}>{isOld ? '右は始まった時刻' : '右の数字は続いている時間'}</span>
            </div>
            <ul className={styles['cards']} data-dense={seats.dense} style={columns}>
              {shown.map((person) => (
                <Card key={person.id} person={person} now={now} isOld={isOld} />
              ))}
              {needy > shown.length && (
                <Rest
                  count={needy - shown.length}
                  word=""
                  inWords={inWords([
                    [alertKindNames.report, withoutSeat(counts.reported, ({ reported }) => reported)],
                    [gradeNames[3], left(3, counts.level3)],
                    [gradeNames[2], left(2, counts.level2)],
                  ])}
                />
              )}
            </ul>
          </>
        )}
        {counts.emergency + needy === 0 && <Calm board={board} now={now} isOld={isOld} />}
      </div>
      {board.belts.count > 0 && <Belts belts={board.belts} room={room} isOld={isOld} />}
      {board.drill !== null && <Drill drill={board.drill} now={now} isOld={isOld} />}
    </section>
  )
}
