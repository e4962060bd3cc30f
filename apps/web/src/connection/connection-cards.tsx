import type { Connection } from '@mimamori/contract/connection'
import { screens } from '@mimamori/contract/screens'
import { Link } from '@tanstack/react-router'
import { useNow } from '../platform/clock.ts'
import styles from './connection-cards.module.css'
import { heardAt, typeNames } from './connection-words.ts'

type Props = { readonly officeId: number; readonly connections: readonly Connection[]; readonly chosenId: string | undefined }

/** The connections of a site side by side; the chosen one is shown beneath them. */
export const ConnectionCards = ({ officeId, connections, chosenId }: Props) => {
  const now = useNow()
  return (
    <nav aria-label="連携の一覧">
      <ul className={styles['cards']}>
        {connections.map(({ id, name, type, lastAt, deviceCount, unknownCount }) => (
          <li key={id}>
            <Link
              to={screens.connection.path}
              search={{ OfficeId: officeId, id }}
              className={styles['card']}
              aria-current={id === chosenId ? 'true' : undefined}
              resetScroll={false}
            >
              <strong className={styles['name']}>{name}</strong>
              <span className={styles['facts']}>
                <span>{typeNames[type]}</span>
                <span>{lastAt === null ? 'まだ届いていません' : `最終受信 ${heardAt(lastAt, now)}`}</span>
                <span>{deviceCount + unknownCount}台</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
