import { useEffect, useState } from 'react'
import { OpenUserMenu } from './later-parts.ts'
import { UserButton } from './user-button.tsx'
import { takeWantedMenu } from './wanted-menu.ts'

/**
 * The person's name, and behind it what concerns only them.
 * @param want called in place of opening it, where the console is still on its way
 */
export const UserMenu = ({ want }: { readonly want?: (() => void) | undefined }) => {
  const [isLoaded, setLoaded] = useState(false)
  const open = async () => {
    await OpenUserMenu.preload()
    setLoaded(true)
  }
  const preload = () => void OpenUserMenu.preload().catch(() => undefined)
  useEffect(() => {
    if (want !== undefined || !takeWantedMenu('user')) return
    // Where it does not come, the next press fetches it again.
    OpenUserMenu.preload().then(
      () => setLoaded(true),
      () => undefined,
    )
  }, [want])
  return isLoaded ? (
    <OpenUserMenu />
  ) : (
    <UserButton aria-expanded={false} onPointerEnter={preload} onFocus={preload} onClick={want ?? (() => void open())} />
  )
}
