/** What a browser can do about notices: nothing on plain HTTP, on an iPhone only from the home screen, nothing where refused. */
export type PushAbility = 'insecure' | 'install' | 'unsupported' | 'blocked' | 'able'

type Surroundings = {
  readonly isSecure: boolean
  readonly hasPush: boolean
  readonly isApplePhone: boolean
  readonly isInstalled: boolean
  readonly permission: NotificationPermission | undefined
}

/** Says what a browser of these surroundings can do. Pure. */
export const abilityOf = ({ isSecure, hasPush, isApplePhone, isInstalled, permission }: Surroundings): PushAbility => {
  // An iPhone's page shows what push needs only once it is on the home screen, whatever the connection.
  if (!isSecure) return 'insecure'
  if (isApplePhone && !isInstalled) return 'install'
  if (!hasPush || permission === undefined) return 'unsupported'
  return permission === 'denied' ? 'blocked' : 'able'
}

// An iPad says that it is a Mac, with fingers.
const isApplePhone = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) || (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)

/** What this browser can do. */
export const pushAbility = (): PushAbility =>
  abilityOf({
    isSecure: isSecureContext,
    hasPush: 'serviceWorker' in navigator && 'PushManager' in globalThis,
    isApplePhone: isApplePhone(),
    isInstalled: matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true),
    permission: 'Notification' in globalThis ? Notification.permission : undefined,
  })
