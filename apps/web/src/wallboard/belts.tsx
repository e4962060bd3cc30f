import { alertKindNames } from '@mimamori/contract/alert'
import { gradeNames } from '@mimamori/contract/labels'
import type { Wallboard } from '@mimamori/contract/wallboard'
import { LevelMark } from '../marks/level-mark.tsx'
import styles from './board.module.css'
import { namesIn } from './room.ts'
import type { Room } from './use-screen-care.ts'

/** Units of the line that its mark, words and number take. */
const beforeNames = 480

type Props = { readonly belts: Wallboard['belts']; readonly room: Room | undefined; readonly isOld: boolean }

/** Who has a belt alert: their condition may be safe, and they are not. */
export const Belts = ({ belts, room, isOld }: Props) => (
  <p className={styles['belts']}>
    <LevelMark grade={3} hollow={isOld} decorative />
    <strong>
      {gradeNames[3]}・{alertKindNames.belt} {belts.count}人
    </strong>
    <span>{room === undefined ? '' : namesIn(belts, room.width - beforeNames)}</span>
  </p>
)
