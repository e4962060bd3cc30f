import { later } from '../kit/later.tsx'

/** The dialog in which an alert is answered. */
export const ResponseDialog = later(async () => (await import('./response-dialog.tsx')).ResponseDialog)
