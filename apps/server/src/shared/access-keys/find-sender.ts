import type { FindSender } from '../../platform/http/authenticate.ts'
import { findConnectionSender } from './connection-secret.ts'
import { findSender } from './ingest-key.ts'

/** The sender of a request: by an ingest key where the call takes those, by the secret of a connection where it takes these. */
export const findSenderOf: FindSender = (context, authorization, permission) =>
  permission === 'ingestKey' ? findSender(context, authorization) : findConnectionSender(context, authorization)
