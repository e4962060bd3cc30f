import { IngestKeys } from '../organisation/access-keys/ingest-keys.tsx'
import { ConnectionFrame } from '../organisation/connections/connection-frame.tsx'

/** /ingest-status: what a site's senders send, and what becomes of it. */
export const IngestStatusScreen = () => (
  <ConnectionFrame screen="ingestStatus" wayOut="選んだ拠点の受信の状況を表示します。">
    {({ officeId, officeName }) => <IngestKeys key={officeId} officeId={officeId} officeName={officeName} />}
  </ConnectionFrame>
)
