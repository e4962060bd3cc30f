import { deviceKindNames, type IngestRefusal, labels } from '@mimamori/contract'
import { writeInstant } from '../../../platform/exchange/cell.ts'
import type { ExportColumn } from '../../../platform/exchange/columns.ts'

const { ingestStatus } = labels

/** The columns of the file of refused readings. */
export const refusalFileColumns: readonly ExportColumn<IngestRefusal>[] = [
  { label: ingestStatus.at, write: ({ at }) => writeInstant(at) },
  { label: ingestStatus.since, write: ({ since }) => writeInstant(since) },
  { label: ingestStatus.count, write: ({ count }) => String(count) },
  { label: ingestStatus.keyName, write: ({ keyName }) => keyName },
  { label: ingestStatus.keyId, write: ({ keyId }) => keyId },
  { label: ingestStatus.kind, write: ({ kind }) => (kind === null ? '' : deviceKindNames[kind]) },
  { label: ingestStatus.device, write: ({ device }) => device ?? '' },
  { label: ingestStatus.field, write: ({ field }) => field ?? '' },
  { label: ingestStatus.reason, write: ({ reason }) => reason },
  { label: ingestStatus.value, write: ({ value }) => value ?? '' },
]
