import { useState } from 'react'
import { ConnectionFrame } from '../organisation/connections/connection-frame.tsx'
import { AddConnection } from './add-connection.tsx'
import type { MadeSecret } from './secret-line.tsx'
import { SiteConnections } from './site-connections.tsx'

/** /connection?OfficeId=&id=: a site's connections with network servers of LoRaWAN. */
export const ConnectionScreen = () => {
  // Only as long as the screen is there: a secret is shown once and kept nowhere.
  const [made, setMade] = useState<MadeSecret>()
  return (
    <ConnectionFrame
      screen="connection"
      wayOut="選んだ拠点の連携を表示します。"
      renderActions={({ officeId }) => <AddConnection officeId={officeId} onMade={setMade} />}
    >
      {({ officeId }) => <SiteConnections key={officeId} officeId={officeId} made={made} onMade={setMade} />}
    </ConnectionFrame>
  )
}
