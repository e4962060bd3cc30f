// The service worker's page reads it by this name.
const key = 'siteContacts'

/** What of a site can still be used without a server: its telephone numbers. */
export type SiteContacts = {
  readonly officeName: string
  readonly contacts: readonly { readonly name: string; readonly phone: string }[]
}

/** Keeps the telephone numbers of the viewer's site in this browser, for when no server answers. */
export const keepSiteContacts = (site: SiteContacts): void => localStorage.setItem(key, JSON.stringify(site))

/** After a sign-out none remain, and none are stored for somebody without a site. */
export const forgetSiteContacts = (): void => localStorage.removeItem(key)
