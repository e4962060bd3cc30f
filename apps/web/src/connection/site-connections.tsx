import { connection } from '@mimamori/contract/connection'
import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '../kit/empty-state.tsx'
import { NoAnswerYet } from '../kit/no-answer-yet.tsx'
import { Panel } from '../kit/panel.tsx'
import { StaleBanner } from '../kit/stale-banner.tsx'
import { queryOf } from '../platform/query.ts'
import { useScreenSearch } from '../platform/screen.ts'
import { ConnectionCards } from './connection-cards.tsx'
import { ConnectionParts } from './connection-parts.tsx'
import type { MadeSecret } from './secret-line.tsx'
import styles from './site-connections.module.css'

/** More than a site ever has. */
const limit = 1_000

/** Somebody waits for the first message of a connection that was just set up. */
const askAgainMs = 10_000

const empty = {
  filtered: '',
  none: 'まだ連携がありません',
  wayOut: (
    <p className={styles['what']}>
      市販のLoRaWANの暑さ指数計などを、ChirpStackかThe Things
      Stackから直接受け取れます。「連携を追加」で、そこに貼る送り先と合言葉を作ります。
    </p>
  ),
}

type Props = {
  readonly officeId: number
  readonly made: MadeSecret | undefined
  readonly onMade: (made: MadeSecret) => void
}

/** The connections of a site, and all of the chosen one: that of the address, else the first. */
export const SiteConnections = ({ officeId, made, onMade }: Props) => {
  const { id } = useScreenSearch('connection')
  const result = useQuery({ ...queryOf(connection.list, { query: { officeId, limit } }), refetchInterval: askAgainMs })
  const connections = result.data?.data
  if (connections === undefined) {
    return (
      <Panel>
        <NoAnswerYet result={result} />
      </Panel>
    )
  }
  const chosen = connections.find((one) => one.id === id) ?? connections[0]
  if (chosen === undefined) {
    return (
      <Panel>
        <EmptyState empty={empty} filtered={false} onClear={() => undefined} />
      </Panel>
    )
  }
  return (
    <div className={styles['parts']}>
      {result.error !== null && <StaleBanner result={result} />}
      <ConnectionCards officeId={officeId} connections={connections} chosenId={chosen.id} />
      <ConnectionParts key={chosen.id} id={chosen.id} secret={made?.id === chosen.id ? made.secret : undefined} onMade={onMade} />
    </div>
  )
}
