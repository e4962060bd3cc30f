import { laterInLook } from '../kit/in-look.tsx'

/** The dialog in which an alert is answered. */
export const ResponseDialog = laterInLook(async () => (await import('./response-dialog.tsx')).ResponseDialog)
