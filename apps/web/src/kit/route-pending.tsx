import { LoadingOverlay } from './loading-overlay.tsx'

/** What shows while a screen's code is on its way. */
export const RoutePending = () => <LoadingOverlay />
