import { laterInLook } from '../kit/in-look.tsx'

/** What is asked in it when an alert is closed. */
export const ClosingForm = laterInLook(async () => (await import('./closing-form.tsx')).ClosingForm)
