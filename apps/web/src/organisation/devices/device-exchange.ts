import type { endpoints } from '@mimamori/contract/endpoints'

// Every kind of device has its file out, its file in and its template by the same declaration.
type Exchange = typeof endpoints.heatWatcher

export type FileEndpoints = Pick<Exchange, 'import' | 'template'>
