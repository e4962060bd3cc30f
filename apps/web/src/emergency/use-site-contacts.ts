import { useEffect } from 'react'
import { forgetSiteContacts, keepSiteContacts } from '../platform/site-contacts.ts'
import { useViewer } from '../platform/viewer.ts'
import { useSite } from './procedures.tsx'

/** Stores the numbers of the viewer's site for the page that is shown where no server answers. No person's is among them. */
export const useSiteContacts = (): void => {
  const { officeId, officeName } = useViewer()
  const site = useSite(officeId ?? undefined)
  useEffect(() => {
    if (officeId === null) return forgetSiteContacts()
    if (site === undefined) return
    const { emergencyPhone, hospitalName, hospitalPhone } = site
    const named = [
      { name: '緊急連絡先', phone: emergencyPhone },
      { name: hospitalName === null ? '搬送先' : `搬送先 ${hospitalName}`, phone: hospitalPhone },
    ]
    keepSiteContacts({
      officeName: officeName ?? '',
      contacts: named.flatMap(({ name, phone }) => (phone === null ? [] : [{ name, phone }])),
    })
  }, [officeId, officeName, site])
}
