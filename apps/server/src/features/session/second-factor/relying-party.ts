import type { Config } from '../../../platform/config/config.ts'

/** Whom passkeys are made for (WebAuthn): a host, and the addresses of the console there. */
export type RelyingParty = { readonly host: string; readonly isOrigin: (origin: string) => boolean }

// A browser makes passkeys over https, and on its own machine for a trial.
const atHome: RelyingParty = {
  host: 'localhost',
  isOrigin: (origin) => URL.canParse(origin) && new URL(origin).hostname === 'localhost',
}

/** The host of PUBLIC_URL; without one only this machine's own browser can have passkeys. */
export const relyingPartyOf = ({ publicUrl }: Pick<Config, 'publicUrl'>): RelyingParty => {
  if (publicUrl === undefined) return atHome
  const { hostname, origin } = new URL(publicUrl)
  return { host: hostname, isOrigin: (given) => given === origin }
}
