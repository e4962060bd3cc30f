import { later } from '../kit/later.tsx'

/** The header of a worker's pages. */
export const OwnHeader = later(async () => (await import('./own-header.tsx')).OwnHeader)
