import { connection } from '@mimamori/contract/connection'
import { useQuery } from '@tanstack/react-query'
import { NoAnswerYet } from '../kit/no-answer-yet.tsx'
import { Panel } from '../kit/panel.tsx'
import { queryOf } from '../platform/query.ts'
import { DevicePanel } from './device-panel.tsx'
import { MappingPanel } from './mapping-panel.tsx'
import { PastePanel } from './paste-panel.tsx'
import type { MadeSecret } from './secret-line.tsx'
import styles from './site-connections.module.css'

/** DevEUIs that send for the first time appear while somebody switches meters on. */
const askAgainMs = 10_000

type Props = { readonly id: string; readonly secret: string | undefined; readonly onMade: (made: MadeSecret) => void }

/** All of one connection: what is pasted, its devices, its mapping. */
export const ConnectionParts = ({ id, secret, onMade }: Props) => {
  const result = useQuery({ ...queryOf(connection.one, { params: { id } }), refetchInterval: askAgainMs })
  if (result.data === undefined) {
    return (
      <Panel>
        <NoAnswerYet result={result} height={480} />
      </Panel>
    )
  }
  return (
    <>
      <div className={styles['pair']}>
        <PastePanel connection={result.data} secret={secret} onMade={onMade} />
        <DevicePanel connection={result.data} />
      </div>
      <MappingPanel connection={result.data} />
    </>
  )
}
