import { later } from '../kit/later.tsx'

/** The dialog in which an alert is answered, made without antd: on a slow line that would be two seconds. */
export const ResponseDialog = later(async () => (await import('./response-dialog.tsx')).ResponseDialog)
