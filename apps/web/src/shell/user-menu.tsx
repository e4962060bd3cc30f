import { useState } from 'react'
import { OpenUserMenu } from './later-parts.ts'
import { UserButton } from './user-button.tsx'

/** The person's name, and behind it what concerns only them. */
export const UserMenu = () => {
  const [isLoaded, setLoaded] = useState(false)
  const open = async () => {
    await OpenUserMenu.preload()
    setLoaded(true)
  }
  const preload = () => void OpenUserMenu.preload().catch(() => undefined)
  return isLoaded ? (
    <OpenUserMenu />
  ) : (
    <UserButton aria-expanded={false} onPointerEnter={preload} onFocus={preload} onClick={() => void open()} />
  )
}
