import { useViewer } from '../platform/viewer.ts'
import { type Contact, contactsOf } from './contacts.ts'
import { useSite } from './procedures.tsx'

/** Whom the viewer can call about somebody at a site, the nearest first. */
export const useContacts = (concerned: Parameters<typeof contactsOf>[0] & { readonly officeId: number }): Contact[] => {
  const { userId } = useViewer()
  return contactsOf(concerned, useSite(concerned.officeId)?.emergencyPhone, userId)
}
