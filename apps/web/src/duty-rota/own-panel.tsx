import type { DutyRota } from '@mimamori/contract/duty-rota'
import { useViewer } from '../platform/viewer.ts'
import styles from './own-panel.module.css'
import { RotaCard } from './rota-card.tsx'
import { ownLines } from './rota-words.ts'

/** The reader's own places of the next two weeks. */
export const OwnPanel = ({ rota: { own, now } }: { readonly rota: DutyRota }) => {
  const { displayName } = useViewer()
  const lines = ownLines(own, now.at.slice(0, 10))
  return (
    <RotaCard title="あなたの担当" note={displayName}>
      {lines.length === 0 ? (
        <p className={styles['none']}>この先2週間に、あなたの担当はありません。</p>
      ) : (
        <ul className={styles['lines']}>
          {lines.map(({ key, when, place, instead }) => (
            <li key={key}>
              <span>
                {when}
                {instead !== undefined && <small>{instead}</small>}
              </span>
              <b>{place}番目</b>
            </li>
          ))}
        </ul>
      )}
    </RotaCard>
  )
}
